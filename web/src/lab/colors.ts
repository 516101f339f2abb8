// The colours of curves, by number.

const curveColors = ['--accent', '--mistake', '--inaccuracy', '--blunder', '--soft'];

export const colorOf = (number: number): string => curveColors[number % curveColors.length] ?? '--accent';
