/** Rendering intents: clause 6.2.6. */
import type { Breach, FindingCollector } from '../../model/finding-collector.ts';
import type { Rule } from '../rule.ts';

export const intentRule: Rule = {
  pdfa: ['6.2.6', 1],
  remedy: 'Use RelativeColorimetric, AbsoluteColorimetric, Perceptual or Saturation.',
};

const intents = new Set(['RelativeColorimetric', 'AbsoluteColorimetric', 'Perceptual', 'Saturation']);

/** Reports an intent that is not one of the four. An image or a state without one is right. */
export function checkIntent(
  intent: string | undefined,
  place: Omit<Breach, 'message'>,
  findings: FindingCollector,
): void {
  if (intent === undefined || intents.has(intent)) return;
  findings.add(intentRule, { ...place, message: `The rendering intent is ${JSON.stringify(intent)}.` });
}
