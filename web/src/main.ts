// The frame of the page: views, theme, keys, connection.

import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './style/style.css';

import { AnalyseView } from './analyse/analyse';
import { about, connection, facts } from './api/requests';
import { EngineSession } from './api/session';
import type { About } from './api/types';
import { reviewer } from './chess/format';
import { applyAppearance, isDark, onAppearance } from './page/appearance';
import { h, iconButton, openDialog, replace } from './page/dom';
import type { Elsewhere } from './page/elsewhere';
import { elsewhere } from './page/elsewhere';
import { EditorView } from './editor/editor';
import { LabView } from './lab/lab';
import { PlayView } from './play/play';
import { ReviewView } from './review/review';
import { dismissToast } from './page/messages';
import { openSettings } from './page/settings_dialog';
import { saveSettings, settings } from './page/store';
import { language, t } from './page/words';

const askAgainAfter = 1000;

document.documentElement.lang = language;

const engine = new EngineSession();
const play = new PlayView(engine);
const analyse = new AnalyseView(engine);
const lab = new LabView();
const review = new ReviewView(engine);
const editor = new EditorView();
const views = { play, analyse, review, editor, lab };
type ViewName = keyof typeof views;

const titles: Record<ViewName, string> = {
  play: t('views.play'),
  analyse: t('views.analyse'),
  review: t('views.review'),
  editor: t('views.editor'),
  lab: t('views.lab'),
};

const main = h('main');
const banner = h('div.banner', { role: 'alert', hidden: true }, t('frame.server-lost'));
const tabs = (Object.keys(views) as ViewName[]).map((name) =>
  h('a', { href: `#${name}`, 'data-view': name, hidden: name === 'lab' || name === 'editor' }, titles[name]),
);
const themeButton = iconButton('moon', t('frame.light-or-dark'), () => {
  settings.theme = isDark() ? 'light' : 'dark';
  saveSettings();
  applyAppearance();
});
const soundButton = iconButton('sound', t('frame.sound-on'), () => {
  settings.sound = !settings.sound;
  saveSettings();
  applyAppearance();
});
soundButton.classList.add('quick');
themeButton.classList.add('quick');
const version = h('footer', null, '');

document.body.append(
  h(
    'header.top',
    null,
    h(
      'a.brand',
      { href: '#play', 'aria-label': 'Zugwerk' },
      h('img', { src: '/icon.svg', alt: '', width: 26, height: 26 }),
      h('span', null, 'Zugwerk'),
    ),
    h('nav', { 'aria-label': t('frame.views') }, tabs),
    h(
      'div.tools',
      null,
      soundButton,
      themeButton,
      iconButton('sliders', t('frame.settings'), openSettings),
      iconButton('help', t('frame.keys'), () => showHelp()),
    ),
  ),
  banner,
  main,
  version,
);

function applyTheme(): void {
  replace(themeButton, ...(iconButton(isDark() ? 'sun' : 'moon', '', () => {}).childNodes as unknown as Node[]));
  analyse.repaint();
  review.repaint();
  lab.repaint();
}

function applySound(): void {
  replace(
    soundButton,
    ...(iconButton(settings.sound ? 'sound' : 'mute', '', () => {}).childNodes as unknown as Node[]),
  );
  const label = settings.sound ? t('frame.sound-on') : t('frame.sound-off');
  soundButton.setAttribute('aria-label', label);
  soundButton.title = label;
}

let current: ViewName | undefined;

function show(name: ViewName): void {
  if (current === name) return;
  if (current) views[current].deactivate();
  current = name;
  dismissToast();
  for (const tab of tabs) {
    if (tab.dataset.view === name) tab.setAttribute('aria-current', 'page');
    else tab.removeAttribute('aria-current');
    // The editor is a step on the way between the others.
    if (tab.dataset.view === 'editor') tab.hidden = name !== 'editor';
  }
  replace(main, h('h1.visually-hidden', null, titles[name]), views[name].element);
  document.title = `${titles[name]} – Zugwerk`;
  views[name].activate();
}

const fenOfAddress = (parts: string[]): string => parts.join('/').replaceAll('_', ' ').replaceAll('%20', ' ');

function route(): void {
  const [name, ...rest] = location.hash.slice(1).split('/');
  if (name === 'analyse') {
    show('analyse');
    const fen = fenOfAddress(rest);
    if (fen) {
      history.replaceState(null, '', '#analyse');
      void analyse.loadText(fen);
    }
  } else if (name === 'editor') {
    show('editor');
    if (rest.length > 0) {
      history.replaceState(null, '', '#editor');
      editor.open(fenOfAddress(rest));
    }
  } else if (name === 'lab' || name === 'review') {
    show(name);
  } else {
    show('play');
  }
}

function showHelp(): void {
  const rows: [string, string][] = [
    ['← →', t('keys.step')],
    ['↑ ↓', t('keys.ends')],
    ['f', t('keys.flip')],
    ['l', t('keys.engine')],
    ['x', t('keys.threat')],
    [t('keys.space'), t('keys.best')],
    ['e', t('keys.explain')],
    ['1 … 9', t('keys.fork')],
    ['c', t('keys.menu')],
    ['d', t('keys.draw')],
    ['p', t('keys.play')],
    ['s', t('keys.edit')],
    ['n', t('keys.mistake')],
    [t('keys.undo-keys'), t('keys.undo')],
    ['m', t('keys.type')],
    ['g', t('keys.board')],
    ['b', t('keys.read')],
    ['?', t('keys.help')],
  ];
  openDialog(
    t('keys.title'),
    h(
      'dl.keys',
      null,
      rows.flatMap(([key, what]) => [h('dt', null, h('kbd', null, key)), h('dd', null, what)]),
    ),
    h('p.quiet', null, t('keys.mouse')),
  );
}

Object.assign(elsewhere, {
  play: (fen, side) => {
    location.hash = '#play';
    play.setUp(fen, side);
  },
  analyse: (tree, at, flipped) => {
    analyse.open(tree, at, flipped);
    location.hash = '#analyse';
  },
  edit: (fen, flipped) => {
    editor.open(fen, flipped);
    location.hash = '#editor';
  },
  review: (pgn, flipped) => {
    location.hash = '#review';
    void review.begin(pgn, flipped ?? false);
  },
} satisfies Elsewhere);

play.onAnalyse = (tree, flipped) => elsewhere.analyse(tree, tree.mainLine().at(-1), flipped);
play.onReview = (pgn, flipped, train) => {
  location.hash = '#review';
  void review.begin(pgn, flipped, train);
};
review.onAnalyse = (tree, moves, flipped) => elsewhere.analyse(tree, tree.mainLine()[moves - 1], flipped);

document.addEventListener('keydown', (event) => {
  const target = event.target as HTMLElement;
  if (event.altKey || document.querySelector('dialog[open]')) return;
  if (event.ctrlKey || event.metaKey) {
    const view = current === 'analyse' ? analyse : current === 'editor' ? editor : undefined;
    if (!target.matches('input:not([type=checkbox], [type=radio]), textarea') && view?.undoKey(event))
      event.preventDefault();
    return;
  }
  if (target.matches('input:not([type=checkbox], [type=radio]), textarea, select')) return;
  if (event.key === ' ' && target.matches('button, a, summary, input')) return;
  if (event.key.startsWith('Arrow') && target.matches('input')) return;
  if (event.key === '?') showHelp();
  else if (event.key === 'm') document.querySelector<HTMLInputElement>('#move-input')?.focus();
  else if (event.key === 'g') document.querySelector<HTMLElement>('.board-cell[tabindex="0"]')?.focus();
  else if (!current || !views[current].key(event)) return;
  event.preventDefault();
});

let isDown = false;

/** Shows that the server is away, and asks for it until it is back. */
function showConnection(isUp: boolean): void {
  banner.hidden = isUp;
  if (isUp || isDown) {
    isDown &&= !isUp;
    return;
  }
  isDown = true;
  const again = (): void => {
    if (isDown) void about().then(hearFacts, () => window.setTimeout(again, askAgainAfter));
  };
  window.setTimeout(again, askAgainAfter);
}

connection.onChange = showConnection;
engine.onConnection = showConnection;
window.addEventListener('hashchange', route);
onAppearance(() => {
  applyTheme();
  applySound();
});
applyAppearance();
route();

/** What depends on the server: told at the start, and again when it is back. */
function hearFacts(server: About): void {
  // Only a server that was given a folder has a lab.
  for (const tab of tabs) if (tab.dataset.view === 'lab') tab.hidden = !server.lab;
  reviewer.scale = server.review;
  play.offerLevels(server.options.elo);
  analyse.offerEvaluations(server.network);
  version.textContent = [
    `Zugwerk ${server.version}`,
    t('frame.threads', { count: server.threads }),
    t('frame.hash', { size: server.hash_mb }),
  ].join(' · ');
}

facts().then(hearFacts, () => showConnection(false));
