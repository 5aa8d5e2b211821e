/** Colour for one stream. chalk is loaded only if colour is enabled: it does not support `NO_COLOR`. */
import type { ColourLevel } from '../context.ts';

type Paint = (text: string) => string;

export interface Style {
  readonly bold: Paint;
  readonly dim: Paint;
  readonly red: Paint;
  readonly yellow: Paint;
  readonly green: Paint;
  readonly cyan: Paint;
}

const as: Paint = (text) => text;
export const plainStyle: Style = { bold: as, dim: as, red: as, yellow: as, green: as, cyan: as };

export async function styleFor(level: ColourLevel): Promise<Style> {
  if (level === 0) return plainStyle;
  const { Chalk } = await import('chalk');
  return new Chalk({ level });
}
