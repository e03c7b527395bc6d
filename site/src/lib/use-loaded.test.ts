// @vitest-environment jsdom
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Failure } from "../api/failure";
import { useLoaded } from "./use-loaded";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
/** A minute, in steps that let the page draw. */
async function passAMinute(seconds = 60): Promise<void> {
  await pass(1_000);
  if (seconds > 1) await passAMinute(seconds - 1);
}
const online = () => act(() => void window.dispatchEvent(new Event("online")));

function unreachedTimes(times: number) {
  const load = vi.fn(() =>
    load.mock.calls.length <= times ? Promise.reject(new Failure(0, "")) : Promise.resolve("there"),
  );
  return load;
}

test("online too early: it is tried again after two seconds each, and opens", async () => {
  const load = unreachedTimes(3);
  const { result } = renderHook(() => useLoaded(load));
  await passAMinute();
  expect([load.mock.calls.length, result.current.failure?.status]).toEqual([1, 0]);
  online();
  await pass(0);
  expect([load.mock.calls.length, result.current.failure?.status]).toEqual([2, 0]);
  await pass(2_000);
  expect([load.mock.calls.length, result.current.data]).toEqual([3, null]);
  await pass(2_000);
  expect([load.mock.calls.length, result.current.data]).toEqual([4, "there"]);
});

test("no network for long: it is left after six times, until it says again that it is online", async () => {
  const load = unreachedTimes(100);
  renderHook(() => useLoaded(load));
  await pass(0);
  online();
  await passAMinute();
  expect(load).toHaveBeenCalledTimes(7);
  online();
  await passAMinute();
  expect(load).toHaveBeenCalledTimes(13);
});
