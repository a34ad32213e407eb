// A picture of a page has few colours: with a palette of 256 it takes a third of the bytes.
import { crc32, deflateSync } from 'node:zlib';

/** The same PNG with a palette. The page lends its decoder. */
export async function withPalette(page, png) {
  const { width, height, palette, indices } = await page.evaluate(reduce, png.toString('base64'));
  const pixels = Buffer.from(indices, 'base64');
  const rows = Buffer.alloc((width + 1) * height);
  // Each row begins with its filter, 0 for none.
  for (let y = 0; y < height; y++) pixels.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Runs in the page: the 256 most frequent colours, and for each pixel the nearest of them. */
async function reduce(base64) {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const parts = (pixel) => [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
  const frequent = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 256);
  const palette = frequent.map(([pixel]) => parts(pixel));
  const nearest = new Map();
  const indexOf = (pixel) => {
    const known = nearest.get(pixel);
    if (known !== undefined) return known;
    const [r, g, b] = parts(pixel);
    const distances = palette.map(([pr, pg, pb]) => (pr - r) ** 2 + (pg - g) ** 2 + (pb - b) ** 2);
    const index = distances.indexOf(Math.min(...distances));
    nearest.set(pixel, index);
    return index;
  };
  let text = '';
  for (const pixel of pixels) text += String.fromCharCode(indexOf(pixel));
  return { width, height, palette, indices: btoa(text) };
}
