// The words of the page in German. Neither du nor Sie: headings and commands in the infinitive, as programs speak.

import type { Words } from '../page/words';

export const de: Words = {
  // The frame
  'views.play': 'Spielen',
  'views.analyse': 'Analyse',
  'views.review': 'Rückschau',
  'views.lab': 'Labor',
  'frame.views': 'Ansichten',
  'frame.server-lost': 'Zugwerk antwortet nicht. Neuer Versuch …',
  'frame.light-or-dark': 'Hell oder dunkel',
  'frame.sound-on': 'Ton ist an',
  'frame.sound-off': 'Ton ist aus',
  'frame.keys': 'Tasten (?)',
  'frame.threads': { one: '{count} Thread', other: '{count} Threads' },
  'frame.hash': '{size} MB Hash',
  'server.unreachable': 'Zugwerk antwortet nicht. Läuft „zugwerk serve“ noch?',
  'server.status': 'Der Server meldet {status}',
  'server.connection-lost': 'Die Verbindung zu Zugwerk ist abgebrochen',
  'dialog.close': 'Schließen',

  'frame.settings': 'Einstellungen',

  // Settings
  'settings.title': 'Einstellungen',
  'settings.board': 'Brett',
  'settings.board-walnut': 'Nussbaum',
  'settings.board-green': 'Grün',
  'settings.board-blue': 'Blau',
  'settings.board-slate': 'Schiefer',
  'settings.board-plum': 'Pflaume',
  'settings.board-contrast': 'Kontrast',
  'settings.pieces': 'Figuren',
  'settings.pieces-cburnett': 'Klassisch',
  'settings.pieces-merida': 'Merida',
  'settings.pieces-staunton': 'Staunton',
  'settings.pieces-flat': 'Flach',
  'settings.coordinates': 'Koordinaten',
  'settings.inside': 'Innen',
  'settings.outside': 'Außen',
  'settings.off': 'Aus',
  'settings.animation': 'Animation',
  'settings.fast': 'Schnell',
  'settings.normal': 'Normal',
  'settings.slow': 'Langsam',
  'settings.theme': 'Farben',
  'settings.auto': 'Automatisch',
  'settings.light': 'Hell',
  'settings.dark': 'Dunkel',
  'settings.language': 'Sprache',
  'settings.volume': 'Lautstärke',
  'settings.silent': 'Stumm',
  'settings.drawings':
    'Figuren gezeichnet von Colin M. L. Burnett, Armando Hernandez Marroquin (Merida), Font Awesome, CC BY 4.0 (Staunton), und Material Design Icons (Flach).',

  // Keys
  'keys.title': 'Tasten',
  'keys.step': 'einen Zug zurück oder vor',
  'keys.ends': 'erste oder letzte Stellung',
  'keys.flip': 'Brett drehen',
  'keys.engine': 'Engine an oder aus (Analyse)',
  'keys.threat': 'Drohung zeigen (Analyse)',
  'keys.best': 'den besten Zug spielen (Analyse)',
  'keys.mistake': 'nächster Fehler (Rückschau)',
  'keys.undo-keys': 'Strg+Z, Strg+Y',
  'keys.undo': 'rückgängig und wiederholen (Analyse)',
  'keys.type': 'einen Zug eingeben',
  'keys.help': 'diese Hilfe',
  'keys.space': 'Leertaste',
  'keys.mouse':
    'Rechts klicken und ziehen zeichnet Pfeile. Das Mausrad über dem Brett blättert durch die Züge. Eine PGN-Datei, die auf das Brett der Analyse gezogen wird, wird geladen.',
};
