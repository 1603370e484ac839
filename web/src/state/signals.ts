import { sound, vibration } from "./settings.ts";

/** A short buzz, where it is switched on and the device can. */
export function buzz(): void {
  if (vibration.value) navigator.vibrate?.(60);
}

let audio: AudioContext | undefined;

/** Two soft tones, where sound is switched on. */
export function chime(): void {
  if (!sound.value) return;
  audio ??= new AudioContext();
  const now = audio.currentTime;
  for (const [at, pitch] of [523, 784].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const start = now + at * 0.12;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.08, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.25);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + 0.3);
  }
}
