"""Cases of the simulation of infra/bench/scale.py that can be worked out by hand.

python3 infra/bench/scale_test.py"""

import random
import unittest
from dataclasses import replace

import scale

# every call of a bucket takes 0.1 s, nothing else takes time but what a case adds
TIMES = scale.Times(
    processor=1.0,
    bucket_median=0.1,
    bucket_spread=0.0,
    stream_lag=0.0,
    stream_poll=0.0,
    sizes=((1.0, 0.0, 0.0, 3.0, 2.0), (1_000.0, 0.0, 0.0, 3.0, 2.0)),
)
SETUP = scale.Setup(shards=1, puts=1e9, gets=1e9)
# event, newest version, state of a race that is not kept (two objects at once), one file, commit,
# pointer
PUBLICATION = 0.6
QUEUEING = 0.1


def race(number: int, runners: int = 100) -> scale.Race:
    return scale.Race(number, runners, 2, 0, 60, stored=100)


def world(setup: scale.Setup = SETUP, times: scale.Times = TIMES) -> scale.World:
    return scale.World(setup, times, random.Random(1))


class Parts(unittest.TestCase):
    def test_who_waits_goes_in_order(self):
        clock, order = scale.Clock(), []
        turns = scale.Turns(clock, 1)

        def work(name: str):
            yield turns
            order.append(name)
            yield 1.0
            turns.give_back()

        for name in ("first", "second", "third"):
            clock.start(work(name))
        clock.run(1.5)
        self.assertEqual(order, ["first", "second"])
        clock.run(10)
        self.assertEqual(order, ["first", "second", "third"])

    def test_what_is_above_the_rate_waits(self):
        clock = scale.Clock()
        line = scale.Line(clock, 3_500)
        self.assertAlmostEqual(line.wait(7_000), 2.0)
        self.assertAlmostEqual(line.wait(350), 2.1)
        clock.run(0)
        clock.now = 5.0
        self.assertAlmostEqual(line.wait(350), 0.1)

    def test_between_two_sizes_work_grows_with_the_logarithm(self):
        times = replace(
            TIMES, sizes=((10.0, 1.0, 0.0, 6.0, 2.0), (1_000.0, 3.0, 1.0, 10.0, 4.0)), a_row=0.5
        )
        work = times.work(100, 20)
        self.assertAlmostEqual(work.computing, 2.0)
        self.assertAlmostEqual(work.of_new_instance, 0.5)
        self.assertAlmostEqual(work.written, 8.0)
        # half of the changed rows touch half of the files beyond the least
        self.assertAlmostEqual(times.work(100, 10).written, 7.0)
        self.assertAlmostEqual(times.work(100, 22).computing, 3.0)
        self.assertAlmostEqual(times.work(5, 20).computing, 1.0)

    def test_a_quantile_counts_rows_not_calls(self):
        self.assertEqual(scale.weighted_quantile([(1.0, 99), (7.0, 1)], 0.99), 1.0)
        self.assertEqual(scale.weighted_quantile([(1.0, 1), (7.0, 99)], 0.5), 7.0)

    def test_a_race_is_done_when_its_time_is_over(self):
        one = scale.Race(1, 100, 2, start=60, lasts=100)
        self.assertEqual([one.done(minute) for minute in (0, 60, 160, 400)], [0, 0, 1, 1])
        self.assertAlmostEqual(one.done(100), 0.4)


class Publishing(unittest.TestCase):
    def ages(self, of: scale.World, until: float = 60.0) -> list[float]:
        of.clock.run(until)
        return [age for age, _ in of.ages]

    def test_a_row_waits_for_the_window_the_queue_and_its_publication(self):
        of = world()
        of.upload(race(1), 20)
        (age,) = self.ages(of)
        self.assertAlmostEqual(age, 1.0 + QUEUEING + PUBLICATION)

    def test_a_second_version_waits_for_the_pause(self):
        of, one = world(), race(1)
        of.upload(one, 20)
        of.clock.after(1.2, lambda: of.upload(one, 20))
        first, second = self.ages(of)
        self.assertAlmostEqual(first, 1.7)
        # the pause ends two seconds after the pointer moved at 1.7; commit and pointer follow
        self.assertAlmostEqual(second, 1.7 + 2 + 0.2 - 1.2)

    def test_no_race_waits_for_another(self):
        slow = replace(TIMES, sizes=((1.0, 0.0, 0.0, 3.0, 2.0), (1_000.0, 4.0, 0.0, 3.0, 2.0)))
        of, large, small = world(times=slow), race(1), race(2)
        large.stored, small.stored = 1_000, 1
        of.upload(large, 20)
        of.clock.after(1.1, lambda: of.upload(small, 20))
        second, first = self.ages(of)
        self.assertAlmostEqual(first, 1.1 + 4.0 + PUBLICATION)
        self.assertAlmostEqual(second, 1.1 + PUBLICATION)

    def test_at_most_so_many_publish_at_a_time(self):
        of = world(replace(SETUP, at_once=1))
        of.upload(race(1), 20)
        of.upload(race(2), 20)
        first, second = self.ages(of)
        self.assertAlmostEqual(first, 1.1 + PUBLICATION)
        self.assertAlmostEqual(second, 1.1 + 2 * PUBLICATION)

    def test_nothing_is_lost_and_a_seed_repeats(self):
        def ran():
            of = world(replace(SETUP, shards=3))
            races = [race(number) for number in range(20)]
            for one in races:
                one.rate = 2.0
            of.run(races, 60, warm_up=0)
            return of.ages

        ages = ran()
        self.assertEqual(ages, ran())
        # 2,400 rows are expected; what is being published at the end is not counted
        self.assertAlmostEqual(sum(rows for _, rows in ages), 2_400, delta=300)


if __name__ == "__main__":
    unittest.main()
