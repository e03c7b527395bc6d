import { useRef } from "react";
import { SEARCH_LIMIT } from "../../../address/results-query";
import { useDebounced } from "../../../lib/use-debounced";
import { useSlash } from "../../../lib/use-slash";
import { text } from "../../../text/text";
import { SearchBox } from "../../../ui/Field";
import styles from "./PageSearch.module.css";

/** The search box above a page's tables, focused by pressing "/". */
export function PageSearch({
  label,
  search,
  onSearch,
}: {
  label: string;
  search: string;
  onSearch: (search: string) => void;
}) {
  const [typed, type] = useDebounced(search, onSearch);
  const box = useRef<HTMLInputElement>(null);
  useSlash(box);
  return (
    <div className={`${styles.search} no-print`}>
      <SearchBox
        ref={box}
        label={label}
        placeholder={text.results.searchHint}
        maxLength={SEARCH_LIMIT}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
    </div>
  );
}
