import type {} from '../../drawing/drawing-state.ts';

/** Returns a part of a kept image as base64. */
export async function readImage(number: number, start: number, end: number): Promise<string> {
  const image = (await drawing).images?.[number];
  if (!image) throw new Error('There is no image.');
  return await new Promise<string>((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(image.slice(start, end));
  });
}
