// Short wooden sounds, made here rather than loaded.

import { settings } from './store';

let context: AudioContext | undefined;

/** Of full volume, against what was the only one before there was a choice. */
const loudest = 2;

function knock(pitch: number, loudness: number, delay = 0): void {
  context ??= new AudioContext();
  const start = context.currentTime + delay;
  const tone = context.createOscillator();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(pitch, start);
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.55, start + 0.07);
  const volume = context.createGain();
  // Ears count in ratios: half way down the slider sounds half as loud.
  volume.gain.setValueAtTime(Math.max(0.0002, loudness * loudest * (settings.volume / 100) ** 2), start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.11);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + 0.12);
}

export type Sound = 'move' | 'capture' | 'check' | 'end';

export function play(sound: Sound): void {
  // Browsers allow sound only after the user did something; before that nobody expects it.
  if (!settings.sound || !navigator.userActivation?.hasBeenActive) return;
  try {
    knock(sound === 'check' ? 420 : 260, 0.25);
    if (sound === 'capture') knock(180, 0.3, 0.045);
    if (sound === 'end') for (const [i, pitch] of [330, 392, 494].entries()) knock(pitch, 0.2, 0.13 * (i + 1));
  } catch {
    // No audio device.
  }
}
