// The words of the page in English: the language that defines the keys. {name} stands for a value; a text with a number
// has two forms, chosen by `count`. German is in de.ts; a third language is a third file and one line in page/words.ts.

export const en = {
  // The frame
  'views.play': 'Play',
  'views.analyse': 'Analyse',
  'views.review': 'Review',
  'views.lab': 'Lab',
  'frame.views': 'Views',
  'frame.server-lost': 'Zugwerk does not answer. Trying again …',
  'frame.light-or-dark': 'Light or dark',
  'frame.sound-on': 'Sound is on',
  'frame.sound-off': 'Sound is off',
  'frame.keys': 'Keys (?)',
  'frame.threads': { one: '{count} thread', other: '{count} threads' },
  'frame.hash': '{size} MB hash',
  'server.unreachable': 'Zugwerk does not answer. Is “zugwerk serve” still running?',
  'server.status': 'The server said {status}',
  'server.connection-lost': 'The connection to Zugwerk was lost',
  'dialog.close': 'Close',

  // Keys
  'keys.title': 'Keys',
  'keys.step': 'one move back or forward',
  'keys.ends': 'first or last position',
  'keys.flip': 'flip the board',
  'keys.engine': 'engine on or off (Analyse)',
  'keys.threat': 'show the threat (Analyse)',
  'keys.best': 'play the best move (Analyse)',
  'keys.mistake': 'next mistake (Review)',
  'keys.undo-keys': 'Ctrl+Z, Ctrl+Y',
  'keys.undo': 'undo and redo (Analyse)',
  'keys.type': 'type a move',
  'keys.help': 'this help',
  'keys.space': 'Space',
  'keys.mouse':
    'Right-click and drag draws arrows. The wheel over the board steps through the moves. Drop a PGN file on the board of Analyse to load it.',
} as const;
