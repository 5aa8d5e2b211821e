/** The place of an element on its page. */
import type { ElementStyle } from '../../model/editor-document.ts';
import type { ElementBox } from './reading-order.ts';

/** The place of an element with its rotation around its middle, in millimetres from the top left corner. */
export function toBox({ position: { x, y }, width, height, rotate }: ElementStyle): ElementBox {
  const angle = ((typeof rotate === 'number' ? rotate : 0) * Math.PI) / 180;
  const [sine, cosine] = [Math.abs(Math.sin(angle)), Math.abs(Math.cos(angle))];
  const [halfWidth, halfHeight] = [
    (width * cosine + height * sine) / 2,
    (width * sine + height * cosine) / 2,
  ];
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  return {
    left: middleX - halfWidth,
    right: middleX + halfWidth,
    top: middleY - halfHeight,
    bottom: middleY + halfHeight,
  };
}
