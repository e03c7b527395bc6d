/** How many texts a race sends (pages.md C3). Apart from the offer, which every results page asks for. */
import { isStart } from "./row-kind";

/** Timing points as a race has them: of one distance, or of all where `distanceName` is empty. */
interface TimingPoint {
  name: string;
  distanceName: string;
}

/** How many texts a phone may get about a runner: the confirmation, one at each timing point, the finish (api.md 8.5). Null while no timing point is known. */
export function mostTexts(segments: readonly TimingPoint[]): number | null {
  const points = segments.filter(({ name }) => !isStart(name) && name !== "Finish");
  if (points.length === 0) return null;
  const distances = new Set(points.map(({ distanceName }) => distanceName));
  const passed = [...distances].map((distance) =>
    new Set(points.filter(({ distanceName }) => distanceName === "" || distanceName === distance).map(({ name }) => name)).size);
  return 2 + Math.max(...passed);
}
