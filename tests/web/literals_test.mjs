// Texts that the page shows come from web/src/words, in every language: node literals_test.mjs
// Kind: tree. Reads the TypeScript of the page and fails on English that is written where it is shown. Needs the packages
// of web/ (npm ci).

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(new URL('../../web/package.json', import.meta.url));
const ts = require('typescript');
const source = fileURLToPath(new URL('../../web/src', import.meta.url));

/** Folders without words of their own: what the server says, and the words themselves. */
const outside = ['words/', 'api/types.ts'];

/** Files whose words are still in their code; the list only gets shorter. */
const unconverted = [];

/** Not English but names: of keys, tags of PGN, the program, its neighbours. */
const names = new Set(
  [
    'ArrowLeft ArrowRight ArrowUp ArrowDown Home End Escape Enter Backspace Delete PageUp PageDown Tab Shift Control Arrow',
    'Event Site Date Round White Black Result Elo WhiteElo BlackElo TimeControl Termination Variant FEN SetUp ECO Opening Annotator',
    'English Deutsch Zugwerk Chess960 You Inter FEN PGN EPD UCI SAN NAG Elo LLR LOS SPRT SPSA',
  ]
    .join(' ')
    .split(' '),
);

/** Attributes whose values are read or heard. */
const shownAttributes = new Set(['title', 'aria-label', 'placeholder', 'alt', 'aria-description', 'aria-valuetext']);
/** Functions whose first argument is a name for the program, and those whose texts are shown. */
const takesName = new Set([
  'h',
  't',
  'icon',
  'load',
  'save',
  'addEventListener',
  'removeEventListener',
  'querySelector',
  'querySelectorAll',
  'closest',
  'matches',
  'getElementById',
  'getElementsByTagName',
  'createElement',
  'createElementNS',
  'startsWith',
  'endsWith',
  'includes',
  'split',
  'getPropertyValue',
  'setProperty',
  'getEntriesByName',
  'Error',
  'EventSource',
  'fetch',
]);
const labels = {
  iconButton: [1],
  labelledButton: [1],
  menu: [1],
  segmented: [0],
  openDialog: [0],
  toast: [0],
  say: [0],
  copyText: [1],
};

/** What is compared with texts of the server and typed at a prompt. */
const isForPrograms = (text) =>
  /^(zugwerk |accepts elo|Game .* ,$|\d* *12px |time forfeit$|draw by agreement$|Game against Zugwerk$)/.test(text);

const hasWord = (text) => /[A-Za-z]{2,}/.test(text);
const isSentence = (text) => /^[A-Z][a-z]+/.test(text) || /[A-Za-z]{2,},? [A-Za-z]{2,}/.test(text);

const nameOfCall = (node) =>
  ts.isIdentifier(node.expression) ? node.expression.text : (node.expression.name?.text ?? '');

/** Whether a text stands where it is shown; undefined: that cannot be told. */
function isShown(node) {
  let child = node;
  let { parent } = node;
  while (
    ts.isParenthesizedExpression(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isArrayLiteralExpression(parent) ||
    (ts.isBinaryExpression(parent) && ['??', '||', '&&', '+'].includes(parent.operatorToken.getText()))
  ) {
    if (ts.isConditionalExpression(parent) && parent.condition === child) return false;
    child = parent;
    parent = parent.parent;
  }
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent)) return false;
  if (ts.isBinaryExpression(parent) || ts.isCaseClause(parent) || ts.isElementAccessExpression(parent)) {
    const isAssigned = ts.isBinaryExpression(parent) && parent.operatorToken.getText() === '=';
    if (!isAssigned || /className$/.test(parent.left.getText())) return false;
    return /textContent|title|placeholder|ariaLabel/.test(parent.left.getText()) || undefined;
  }
  if (ts.isPropertyAssignment(parent)) {
    if (parent.name === child) return false;
    const name = parent.name.text ?? parent.name.getText();
    return shownAttributes.has(name) || undefined;
  }
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    const at = (parent.arguments ?? []).indexOf(child);
    const name = nameOfCall(parent);
    if (Object.hasOwn(labels, name)) return labels[name].includes(at);
    if (takesName.has(name) && at === 0) return false;
    if (name === 'h' && at >= 2) return true;
    if (name === 'setAttribute') return shownAttributes.has(parent.arguments[0].text) && at === 1;
    if (name === 'replace' || name === 'fill') return true;
  }
  return undefined;
}

function findings(file) {
  const found = [];
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true);
  const look = (node) => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' … ')
        : node.text;
      const words = text.split(/[^A-Za-z0-9]+/).filter((word) => /[A-Za-z]{2,}/.test(word) && !names.has(word));
      const shown = isShown(node);
      const markup = /[<>{}=;#]|^[\w-]+\/|^\W*\.[\w-]+|https?:/.test(text);
      if (
        words.length > 0 &&
        !isForPrograms(text) &&
        shown !== false &&
        (shown ? hasWord(text) : !markup && isSentence(words.join(' ')) && isSentence(text))
      ) {
        const { line } = tree.getLineAndCharacterOfPosition(node.getStart());
        found.push(`${relative(source, file)}:${line + 1}: ${JSON.stringify(text)}`);
      }
    }
    ts.forEachChild(node, look);
  };
  look(tree);
  return found;
}

const files = readdirSync(source, { recursive: true })
  .filter((name) => name.endsWith('.ts') && !outside.some((start) => name.startsWith(start)))
  .sort();
const isUnconverted = (name) => unconverted.some((start) => name.startsWith(start));
const faults = files.filter((name) => !isUnconverted(name)).flatMap((name) => findings(join(source, name)));
for (const start of unconverted)
  if (files.filter((name) => name.startsWith(start)).every((name) => findings(join(source, name)).length === 0))
    faults.push(`${start} is converted: take it off the list of this test`);
for (const fault of faults) console.error(fault);
if (process.argv.includes('--all'))
  for (const name of files.filter(isUnconverted)) for (const fault of findings(join(source, name))) console.log(fault);
if (faults.length > 0) {
  console.error(`${faults.length} texts belong into web/src/words`);
  process.exit(1);
}
console.log(`${files.length} files read`);
