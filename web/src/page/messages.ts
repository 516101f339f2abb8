// What the page tells in passing, and texts that leave it: by the clipboard or as files.

import { h, openDialog } from './dom';
import { t } from './words';

const shortestToast = 3500;
/** For each character of a long message. */
const readingTime = 60;
/** For so long what is told stays, whatever one does. */
const leastTime = 800;
let toastTimer = 0;
let toastBegan = 0;

/** Takes away what was told, once it has been there for a moment: whoever acts has read it. */
export function dismissToast(): void {
  if (performance.now() - toastBegan < leastTime) return;
  document.querySelector('.toast')?.classList.remove('shown');
}

/** A short message at the head of the page, also for screen readers. */
export function toast(message: string): void {
  let element = document.querySelector<HTMLElement>('.toast');
  if (!element) {
    element = h('div.toast', { role: 'status' });
    document.body.append(element);
    document.addEventListener('pointerdown', dismissToast, { capture: true });
    document.addEventListener('keydown', dismissToast, { capture: true });
  }
  element.textContent = message;
  toastBegan = performance.now();
  element.classList.add('shown');
  window.clearTimeout(toastTimer);
  const time = Math.max(shortestToast, message.length * readingTime);
  toastTimer = window.setTimeout(() => element?.classList.remove('shown'), time);
}

/** Says what the server dropped from a position to make sense of it; the first thing stands for many. */
export function tellRepairs(repairs: string[] = []): void {
  const [first, second] = repairs;
  if (!first) return;
  if (!second) toast(t('message.repair', { first }));
  else if (repairs.length === 2) toast(t('message.repairs', { first, second }));
  else toast(t('message.more-repairs', { first, count: repairs.length - 1 }));
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
    toast(t('message.copied', { what }));
  } catch {
    const area = h('textarea', { readonly: true, rows: 6, 'aria-label': what });
    area.value = text;
    openDialog(t('message.copy-from-here', { what }), area);
    area.select();
  }
}
