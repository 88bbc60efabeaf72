// The queen of both boards.

/**
 * A queen: a crown of five points on a foot.
 * @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} size
 * @param {{ ink: string, paper: string }} colours
 */
export function drawQueen(context, x, y, size, { ink, paper }) {
  const path = new Path2D(QUEEN);
  context.save();
  context.translate(x - size / 2, y - size / 2);
  context.scale(size / 24, size / 24);
  context.lineJoin = "round";
  context.strokeStyle = paper;
  context.lineWidth = 3;
  context.stroke(path);
  context.fillStyle = ink;
  context.fill(path);
  context.restore();
}

/** The outline of a queen in a square of side 24. */
export const QUEEN =
  "M4 8 L7.5 15 L8.5 6.5 L12 14 L15.5 6.5 L16.5 15 L20 8 L18 18 H6 Z M6 19 H18 V21.5 H6 Z " +
  "M4 5.2a1.5 1.5 0 1 0 .01 0Z M8.5 3.4a1.5 1.5 0 1 0 .01 0Z M12 2.6a1.5 1.5 0 1 0 .01 0Z " +
  "M15.5 3.4a1.5 1.5 0 1 0 .01 0Z M20 5.2a1.5 1.5 0 1 0 .01 0Z";
