/** Pages of a list of events (pages.md C17 "Events"). */

/** Marks where at least one page number is left out. */
export const ELLIPSIS = "…";

export interface Pagination {
  /** Page numbers and ellipses from left to right. */
  pages: (number | typeof ELLIPSIS)[];
  /** The page shown: the nearest existing one. */
  page: number;
  /** First item of the page, counted from 0. */
  from: number;
  /** The item after the last one of the page. */
  to: number;
  /** Whether "previous" and "next" are enabled. */
  previous: boolean;
  next: boolean;
}

/** Items per page. */
export const PAGE_SIZE = 5;
const MOST_WITHOUT_ELLIPSIS = 6;

/** The pagination of `total` items at a page counted from 1. */
export function paginate(total: number, wanted: number): Pagination {
  const last = Math.ceil(total / PAGE_SIZE);
  const page = Math.max(1, Math.min(Number.isNaN(wanted) ? 1 : Math.trunc(wanted), last));
  return {
    pages: withEllipses(pageNumbers(page, last)),
    page,
    from: (page - 1) * PAGE_SIZE,
    to: Math.min(page * PAGE_SIZE, total),
    previous: page > 1,
    next: page < last,
  };
}

/** The numbers shown, ascending: both ends and the neighbours of the page, or three at each end. */
function pageNumbers(page: number, last: number): number[] {
  const all = Array.from({ length: last }, (_, index) => index + 1);
  if (last <= MOST_WITHOUT_ELLIPSIS) return all;
  const [left, right] = endsShown(page, last);
  return all.filter(
    (number) => number <= left || number > last - right || Math.abs(number - page) <= 1,
  );
}

/** How many numbers are shown at the left and at the right end. */
function endsShown(page: number, last: number): [number, number] {
  if (page === 1 || page === last) return [3, 3];
  if (page === 2) return [4, 2];
  if (page === last - 1) return [2, 4];
  return [1, 1];
}

function withEllipses(numbers: readonly number[]): Pagination["pages"] {
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1];
    return before !== undefined && number - before > 1 ? [ELLIPSIS, number] : [number];
  });
}
