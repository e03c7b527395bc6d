import { chooseLanguage } from "../../../text/choice";
import { LANGUAGES, spoken, text } from "../../../text/text";
import styles from "./LanguageSwitch.module.css";

/** The other languages, each by its own name. Choosing one reloads the page. */
export function LanguageSwitch() {
  return LANGUAGES.filter((language) => language !== spoken).map((language) => (
    <button
      type="button"
      key={language}
      lang={language}
      className={styles.language}
      onClick={() => chooseLanguage(language)}
    >
      {text.languages[language]}
    </button>
  ));
}
