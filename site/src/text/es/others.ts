/** Results for others: files and the embedded table, in Spanish (pages.md C27, D4). */
import { number } from "../intl";
import type { others as english } from "../en/others";

export const others: typeof english = {
  heading: "Datos y tabla para otras páginas",
  files: "Archivos",
  filesAbout:
    "Siempre en estas direcciones y siempre de la última versión; cualquier página o programa puede usarlos.",
  csv: "Todos los resultados, una fila por paso (CSV)",
  json: "Todos los resultados con la carrera (JSON)",
  ultrasignup: (distance) => `Para UltraSignup${distance === "" ? "" : `: ${distance}`} (CSV)`,
  itra: (distance) => `Para ITRA${distance === "" ? "" : `: ${distance}`} (CSV)`,
  anonymous:
    "Las personas anónimas no tienen nombre en estos archivos y no figuran en los de UltraSignup e ITRA.",
  embed: "En tu propia página",
  embedAbout:
    "Esta línea muestra la tabla en cualquier página. Sigue la carrera en vivo, no usa cookies y no guarda nada.",
  frameAbout:
    "Donde un editor quita los scripts, esta otra también la muestra, con una altura fija.",
  line: "Línea de HTML",
  copy: "Copiar",
  copyFrame: "Copiar el marco",
  copied: "Línea copiada.",
  byHand: "La línea está seleccionada: cópiala a mano.",
  table: {
    loadingTitle: (product) => `${product} - Resultados`,
    distance: "Distancia",
    all: (count) => `Los ${number(count)} corredores`,
    elsewhere: "(se abre en otra ventana)",
    by: (product) => `Resultados de ${product}`,
    more: (shown, all) => `Se muestran ${number(shown)} de ${number(all)}.`,
  },
};
