// Line drawings of our own for buttons.

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
  down: 'M6.5 9.500L12 15l5.5-5.5',
  stop: 'M7 7h10v10H7z',
  redo: 'M15 7l4.500 4.500L15 16M19 11.500h-9a5 5 0 000 10h2',
  pencil: 'M4.500 19.500l1-4.500L16 4.500l3.500 3.500L9 18.500zM14 6.500l3.500 3.500',
  dots: 'M5 11.200a.8.8 0 100 1.600.8.8 0 000-1.600zM12 11.200a.8.8 0 100 1.600.8.8 0 000-1.600zM19 11.200a.8.8 0 100 1.600.8.8 0 000-1.600z',
  fold: 'M4 12h16M12 3v5M9.500 6L12 8.500 14.500 6M12 21v-5M9.500 18l2.500-2.500 2.500 2.500',
  unfold: 'M4 12h16M12 9V4M9.500 6L12 3.500 14.500 6M12 15v5M9.500 18l2.500 2.500 2.500-2.500',
  close: 'M6.500 6.500l11 11M17.500 6.500l-11 11',
  board: 'M4.500 4.500h15v15h-15zM4.500 12h15M12 4.500v15',
  play: 'M8 5.500v13l10.500-6.500z',
  hand: 'M8 12V6.500a1.300 1.300 0 012.600 0V11V5a1.300 1.300 0 012.600 0v6V6a1.300 1.300 0 012.600 0v8c0 4-2 6.500-5.300 6.500-2.600 0-4-1.300-5.200-3.500L3.600 13.700c-.6-1.200 1-2.200 1.900-1.200L8 15',
  shuffle:
    'M4 7.500h3.500l8 9H20M4 16.500h3.500l2.300-2.600M13.200 10.100l2.300-2.600H20M17.500 5l2.500 2.500-2.500 2.500M17.500 14l2.500 2.500-2.500 2.500',
  list: 'M4.500 7h15M4.500 12h15M4.500 17h15',
  folder: 'M4 6.500h5.500l2 2.500H20v9.500H4z',
  windows: 'M8 8h12v12H8zM16 8V4H4v12h4',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  gear: 'M12 9a3 3 0 100 6 3 3 0 000-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.600l2.1 2.100M16.3 16.300l2.1 2.100M18.4 5.600l-2.1 2.100M7.7 16.300l-2.1 2.1',
  sliders:
    'M4 7.500h8M18 7.500h2M15 5a2.500 2.500 0 100 5 2.500 2.500 0 000-5zM4 16.500h2M12 16.500h8M9 14a2.500 2.500 0 100 5 2.500 2.500 0 000-5z',
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
