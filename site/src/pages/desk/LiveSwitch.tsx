import type { Year } from "../../api/types";
import { updateYear } from "../../session/events";
import { desk } from "../../text/desk";
import { useYearChange, YearSwitch } from "./YearSwitch";

/**
 * Switches a year live and off again, at once. All else about the year stays as it is stored now.
 */
export function LiveSwitch({
  slug,
  year,
  onChange,
}: {
  slug: string;
  year: Year;
  /** The year as it is stored now, and what was done. */
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
