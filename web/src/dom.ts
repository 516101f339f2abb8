// Making elements. Text goes in as text, never as HTML, so nothing that a game says can become part of the page.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | EventListener | undefined>;

/** An element: h('button.primary', { onclick: … }, 'Play'). Names that begin with "on" are listeners. */
export function h<K extends keyof HTMLElementTagNameMap>(
  selector: K | `${K}.${string}`,
  attributes?: Attributes | null,
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[K] {
  const [tag, ...classes] = selector.split('.');
  const element = document.createElement(tag as K);
  if (classes.length > 0) element.className = classes.join(' ');
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  fill(element, ...children);
  return element;
}

/** Adds children, leaving out what is not there. */
export function fill(element: Element, ...children: (Child | Child[])[]): void {
  for (const child of children.flat()) if (child !== null && child !== undefined && child !== false) element.append(child);
}

export function replace(element: Element, ...children: (Child | Child[])[]): void {
  element.replaceChildren();
  fill(element, ...children);
}

const paths: Record<string, string> = {
  first: 'M6 5v14M18 6l-8 6 8 6z',
  previous: 'M15 6l-7 6 7 6z',
  next: 'M9 6l7 6-7 6z',
  last: 'M18 5v14M6 6l8 6-8 6z',
  flip: 'M7 4v13m0 0l-3-3m3 3l3-3M17 20V7m0 0l-3 3m3-3l3 3',
  sun: 'M12 7.5a4.5 4.5 0 100 9 4.5 4.5 0 000-9zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19',
  moon: 'M19.5 14.5A8 8 0 119.5 4.5a6.5 6.5 0 0010 10z',
  sound: 'M4 9.5v5h3.5L12 18V6L7.5 9.5zM15.5 9a4.5 4.5 0 010 6M18 6.500a8 8 0 010 11',
  mute: 'M4 9.5v5h3.5L12 18V6L7.5 9.5zM16 9.500l5 5M21 9.500l-5 5',
  help: 'M9.2 9.300a2.9 2.9 0 115 2c-1 .9-2.1 1.4-2.1 2.900M12 17.600v.2',
  undo: 'M9 7L4.5 11.5 9 16M5 11.500h9a5 5 0 010 10h-2',
  bulb: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 00-3.5 10.800c.7.6 1 1.2 1 2.200h5c0-1 .3-1.6 1-2.200A6 6 0 0012 3z',
  flag: 'M6 21V4M6 5c4-2.5 7 2 12 0v8.500c-5 2-8-2.5-12 0',
  half: 'M5 12h4M15 12h4M12 5v14',
  target: 'M12 5a7 7 0 100 14 7 7 0 000-14zM12 2v5M12 17v5M2 12h5M17 12h5',
  plus: 'M12 5v14M5 12h14',
  search: 'M10.5 4.500a6 6 0 100 12 6 6 0 000-12zM15 15l5 5',
  graph: 'M4 19V5M4 19h16M7 15l4-5 3 3 5-7',
  copy: 'M9 9h10v11H9zM15 9V4H5v11h4',
  trash: 'M5 7h14M10 7V4.500h4V7M7 7l1 13h8l1-13',
  up: 'M12 19V6M6.5 11.500L12 6l5.5 5.5',
  gear: 'M12 9a3 3 0 100 6 3 3 0 000-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.1 2.100M16.3 16.300l2.1 2.100M18.4 5.600l-2.1 2.100M7.7 16.300l-2.1 2.1',
  link: 'M10 14a4 4 0 005.7 0l3-3a4 4 0 00-5.7-5.700l-1 1M14 10a4 4 0 00-5.7 0l-3 3a4 4 0 005.7 5.700l1-1',
};

/** A line drawing of our own, 24 by 24. */
export function icon(name: keyof typeof paths & string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  svg.classList.add('icon');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', paths[name] ?? '');
  svg.append(path);
  return svg;
}

export function iconButton(name: string, label: string, onclick: () => void): HTMLButtonElement {
  return h('button.icon-button', { type: 'button', title: label, 'aria-label': label, onclick }, icon(name));
}

/** A button with a drawing and a word. */
export function labelledButton(name: string, label: string, onclick: () => void, kind = ''): HTMLButtonElement {
  const button = h('button', { type: 'button', onclick }, icon(name), h('span', null, label));
  button.className = `labelled ${kind}`.trim();
  return button;
}

/** A button that opens a small panel; it closes when something else is clicked. */
export function menu(name: string, label: string, ...content: (Child | Child[])[]): HTMLDetailsElement {
  const details = h(
    'details.menu',
    null,
    h('summary.icon-button', { title: label, 'aria-label': label }, icon(name)),
    h('div.menu-panel', null, ...content),
  );
  document.addEventListener('click', (event) => {
    if (!details.contains(event.target as Node)) details.open = false;
  });
  details.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !details.open) return;
    details.open = false;
    details.querySelector('summary')?.focus();
  });
  return details;
}

/** A choice of few: radio buttons that look like one row. */
export function segmented<T extends string>(
  legend: string,
  options: readonly (readonly [T, string])[],
  chosen: T,
  onchange: (value: T) => void,
): HTMLFieldSetElement {
  const group = `group-${legend.toLowerCase().replaceAll(/\W+/g, '-')}`;
  return h(
    'fieldset.segmented',
    null,
    h('legend', null, legend),
    h(
      'div.segments',
      null,
      options.map(([value, label]) =>
        h(
          'label',
          null,
          h('input', { type: 'radio', name: group, value, checked: value === chosen, onchange: () => onchange(value) }),
          h('span', null, label),
        ),
      ),
    ),
  );
}

/** A modal dialog that closes by Escape, by its button, or by a click beside it. */
export function openDialog(title: string, ...content: (Child | Child[])[]): HTMLDialogElement {
  const heading = h('h2', { id: 'dialog-title' }, title);
  const close = h('button.icon-button', { type: 'button', 'aria-label': 'Close', onclick: () => dialog.close() }, '✕');
  const dialog = h(
    'dialog',
    { 'aria-labelledby': 'dialog-title' },
    h('div.dialog-body', null, h('header', null, heading, close), ...content),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

const shortestToast = 3500;
/** For each character of a long message. */
const readingTime = 60;
let toastTimer = 0;
/** A short message at the foot of the page, also for screen readers. */
export function toast(message: string): void {
  let element = document.querySelector<HTMLElement>('.toast');
  if (!element) {
    element = h('div.toast', { role: 'status' });
    document.body.append(element);
  }
  element.textContent = message;
  element.classList.add('shown');
  window.clearTimeout(toastTimer);
  const time = Math.max(shortestToast, message.length * readingTime);
  toastTimer = window.setTimeout(() => element?.classList.remove('shown'), time);
}

/** Says what the server dropped from a position to make sense of it; the first thing stands for many. */
export function tellRepairs(repairs: string[] = []): void {
  const [first, second] = repairs;
  if (!first) return;
  if (!second) toast(`Taken with a repair: ${first}`);
  else if (repairs.length === 2) toast(`Taken with repairs: ${first}; ${second}`);
  else toast(`Taken with repairs: ${first}; and ${repairs.length - 1} more like this`);
}

/** Offers a text as a file to be saved. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h('a', { href: address, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

export async function copyText(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    const area = h('textarea', { readonly: true, rows: 6, 'aria-label': what });
    area.value = text;
    openDialog(`${what}: copy it from here`, area);
    area.select();
  }
}
