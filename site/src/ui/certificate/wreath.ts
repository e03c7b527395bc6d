/** The laurel around a name: one branch as the outlines of its parts. */

/** A branch that grows along a circle, upwards from below. */
export interface Branch {
  /** Centre of the circle, and its radius. */
  x: number;
  y: number;
  radius: number;
  /** Where it begins, in degrees below the height of the centre, and where it ends above it. */
  from: number;
  to: number;
  /** Length of its longest leaf; they get shorter towards the tip. */
  leaf: number;
  /** The side of the centre that it is on. */
  side: "left" | "right";
}

/** SVG path data of the parts, each drawn in one colour. */
interface BranchPaths {
  stem: string;
  leaves: string;
  berries: string;
}

/** How far leaves turn away from the stem, in radians. */
const TURN = 0.62;
/**
 * Half the width of a leaf, and the length of the last one, relative to the length of the longest.
 */
const SLIM = 0.18;
const LAST = 0.62;

/** How far anything of a branch reaches from its circle, to either side. */
export function reachOf(leaf: number): number {
  return leaf * (Math.sin(TURN) + SLIM);
}

/** Pairs of leaves, one outside and one inside, berries between them, and a leaf at the tip. */
export function branch({ x, y, radius, from, to, leaf, side }: Branch): BranchPaths {
  const sign = side === "left" ? -1 : 1;
  const [first, last] = [(from * Math.PI) / 180, (-to * Math.PI) / 180];
  const pairs = Math.max(2, Math.round(((first - last) * radius) / (leaf * 0.62)));
  const at = (angle: number, off = 0): Point => [
    x + sign * (radius + off) * Math.cos(angle),
    y + (radius + off) * Math.sin(angle),
  ];
  // The direction in which a branch grows at an angle, turned outwards by `turn`.
  const way = (angle: number, turn: number): Point => [
    sign * Math.sin(angle + turn),
    -Math.cos(angle + turn),
  ];
  const steps = Array.from({ length: pairs + 1 }, (_, index) => ({
    angle: first + ((last - first) * index) / pairs,
    long: leaf * (1 - ((1 - LAST) * index) / pairs),
  }));
  // Inside the circle there is less space, the more the stem bends.
  const inner = 1 - (0.7 * leaf) / radius;
  const pair = ({ angle, long }: { angle: number; long: number }) => [
    outline(at(angle), way(angle, TURN), long),
    outline(at(angle), way(angle, -TURN), long * inner),
  ];
  // The stem begins without leaves.
  const leaves = [
    ...steps.slice(1, -1).flatMap(pair),
    ...steps.slice(-1).map(({ angle, long }) => outline(at(angle), way(angle, 0), long)),
  ];
  const berries = steps
    .slice(1, -1)
    .filter((_, index) => index % 2 === 0)
    .map(({ angle }) => dot(at(angle, leaf * 0.3), leaf * 0.085));
  const middle = at((first + last) / 2);
  return {
    stem: `M${points(at(first))}A${one(radius)} ${one(radius)} 0 0 ${side === "left" ? 1 : 0} ${points(middle)}A${one(radius)} ${one(radius)} 0 0 ${side === "left" ? 1 : 0} ${points(at(last))}`,
    leaves: leaves.join(""),
    berries: berries.join(""),
  };
}

type Point = readonly [x: number, y: number];

/** A leaf: broad below its middle, pointed at the end. */
function outline(base: Point, [dx, dy]: Point, long: number): string {
  const on = (along: number, across: number): Point => [
    base[0] + long * (dx * along - dy * across),
    base[1] + long * (dy * along + dx * across),
  ];
  const wide = SLIM * 1.33;
  return `M${points(base)}C${points(on(0.25, wide))} ${points(on(0.7, wide))} ${points(on(1, 0))}C${points(on(0.7, -wide))} ${points(on(0.25, -wide))} ${points(base)}Z`;
}

function dot([x, y]: Point, radius: number): string {
  const size = one(radius);
  return `M${points([x - radius, y])}a${size} ${size} 0 1 0 ${one(2 * radius)} 0a${size} ${size} 0 1 0 ${one(-2 * radius)} 0Z`;
}

function points([x, y]: Point): string {
  return `${one(x)} ${one(y)}`;
}

function one(value: number): number {
  return Math.round(value * 100) / 100;
}
