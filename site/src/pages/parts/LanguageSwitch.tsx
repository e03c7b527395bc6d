import { chooseLanguage } from "../../text/choice";
import { LANGUAGES, spoken, text } from "../../text/text";
import { Button } from "../../ui/Button";

/** The other languages, each named in its own words. Choosing one loads the page again. */
export function LanguageSwitch() {
  return LANGUAGES.filter((language) => language !== spoken).map((language) => (
    <Button quiet key={language} lang={language} onClick={() => chooseLanguage(language)}>{text.languages[language]}</Button>
  ));
}
