// Making elements. Text goes in as text, never as HTML, so nothing that a game says can become part of the page.

import { icon } from './icons';
import { t } from './words';

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
  for (const child of children.flat())
    if (child !== null && child !== undefined && child !== false) element.append(child);
}

export function replace(element: Element, ...children: (Child | Child[])[]): void {
  element.replaceChildren();
  fill(element, ...children);
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
  // What a button in it does is not done twice.
  details.addEventListener('click', (event) => {
    if ((event.target as Element).closest('button')) details.open = false;
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
  const close = h(
    'button.icon-button',
    { type: 'button', 'aria-label': t('dialog.close'), onclick: () => dialog.close() },
    '✕',
  );
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
