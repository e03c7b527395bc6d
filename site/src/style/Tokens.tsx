import tokens from "../ui/tokens.css?raw";
import { BAND_CONTRAST, contrast, GROUNDS, paletteOf, TEXT_CONTRAST } from "../ui/face/palette";
import { FACES } from "./sample";
import { Specimen, State } from "./Specimen";
import styles from "./Style.module.css";

/** The custom properties of one rule, in the order of the file. */
function read(css: string): [name: string, value: string][] {
  return [...css.matchAll(/--([a-z0-9-]+): ([^;]+);/g)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]);
}

const [before = "", after = ""] = tokens.split("@media (prefers-color-scheme: dark)");
const LIGHT = read(before);
const isColor = ([, value]: [string, string]) => value.startsWith("#");

const COLORS = { light: LIGHT.filter(isColor), dark: read(after).filter(isColor) };

/**
 * The tokens of ui/tokens.css, read from the file itself, and the palette derived from a race's
 * accent.
 */
export function Tokens() {
  return (
    <>
      <Specimen name="Colours">
        {Object.entries(COLORS).map(([scheme, colors]) => (
          <State key={scheme} name={scheme}>
            <ul className={styles.swatches}>
              {colors.map(([name, value]) => (
                <li key={name}>
                  <i style={{ background: value }} />
                  {name} {value}
                </li>
              ))}
            </ul>
          </State>
        ))}
      </Specimen>
      <Specimen name="A race's accent">
        {FACES.map(({ name, accentColor }) => (
          <State key={name} name={`${name}, ${accentColor}`}>
            <Accent color={accentColor} />
          </State>
        ))}
      </Specimen>
      <Specimen name="Letters">
        {LIGHT.filter(([name]) => /^(text|display)-/.test(name)).map(([name, value]) => (
          <State key={name} name={`${name}, ${value}`}>
            <span style={{ fontSize: `var(--${name})` }}>
              Chiara is between 30K and 35K, 4:09:12
            </span>
          </State>
        ))}
        <State name="headings">
          <p style={{ fontSize: "var(--text-xl)", fontWeight: 700 }}>
            h2: tables and parts of a page
          </p>
          <p style={{ fontWeight: 700 }}>h3: parts of a part</p>
        </State>
      </Specimen>
      <Specimen name="Distances">
        {LIGHT.filter(([name]) => /^(space-|inset)/.test(name)).map(([name, value]) => (
          <State key={name} name={`${name}, ${value}`}>
            <div className={styles.measure} style={{ inlineSize: `var(--${name})` }} />
          </State>
        ))}
      </Specimen>
      <Specimen name="Corners">
        <ul className={styles.swatches}>
          {LIGHT.filter(([name]) => name.startsWith("radius")).map(([name, value]) => (
            <li key={name}>
              <i style={{ borderRadius: `var(--${name})` }} />
              {name} {value}
            </li>
          ))}
        </ul>
      </Specimen>
    </>
  );
}

/** The palette of an accent in both schemes, with the contrast calculated for each. */
function Accent({ color }: { color: string }) {
  const palette = paletteOf(color);
  return (
    <ul className={styles.swatches}>
      <li>
        <i style={{ background: palette.banner }} />
        banner {palette.banner}
      </li>
      {(["light", "dark"] as const).flatMap((scheme) => {
        const { brand, brandSoft, band } = palette[scheme];
        const { paper } = GROUNDS[scheme];
        return [
          <li key={`${scheme} brand`}>
            <i style={{ background: brand }} />
            {scheme} brand {brand}, {contrast(brand, paper).toFixed(1)} of {TEXT_CONTRAST}
          </li>,
          <li key={`${scheme} soft`}>
            <i style={{ background: brandSoft }} />
            {scheme} brand-soft {brandSoft}
          </li>,
          <li key={`${scheme} band`}>
            <i style={{ background: band }} />
            {scheme} band {band}, {contrast(band, paper).toFixed(1)} of {BAND_CONTRAST}
          </li>,
        ];
      })}
    </ul>
  );
}
