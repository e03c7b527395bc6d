import type { Year } from "../../api/types";
import { updateYear } from "../../session/events";
import { desk } from "../../text/desk";
import { useYearChange, YearSwitch } from "./YearSwitch";

/** Switches a year live or not, at once; its other settings stay as currently stored. */
export function LiveSwitch({
  slug,
  year,
  onChange,
}: {
  slug: string;
  year: Year;
  /** Called with the year as now stored, and what was done. */
  onChange: (year: Year, said: string) => void;
}) {
  const words = desk.years;
  const { request, change } = useYearChange(slug, year.year);
  const toggle = () =>
    change(async (stored) => {
      const live = !year.live;
      onChange(
        await updateYear(slug, { ...stored, live }),
        live ? words.isLive(year.year) : words.isNotLive(year.year),
      );
    });
  return (
    <YearSwitch
      name={words.live}
      year={year.year}
      checked={year.live}
      about={year.live ? words.liveAbout : null}
      request={request}
      onPress={toggle}
    />
  );
}
