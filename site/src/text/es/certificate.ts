/** Certificates, in Spanish: on their own pages and on a runner's page. */
import type { certificate as english } from "../en/certificate";

const list = (all: readonly { name: string; value: string }[]) =>
  all.map(({ name, value }) => `${name} ${value}`).join(", ");

export const certificate: typeof english = {
  title: "Diploma de finalista",
  none: "No hay diploma para esta persona.",
  heading: "DIPLOMA",
  completed: "ha completado",
  time: (time) => `en un tiempo de ${time}`,
  date: (date) => `el ${date}`,
  bib: "Dorsal",
  scan: "Ver el resultado",
  download: "Descargar el diploma",
  share: "Compartir la imagen",
  print: "Imprimir o guardar como PDF",
  format: "Formato",
  formats: { a4: "A4", letter: "Carta", square: "Cuadrado", story: "Historia" },
  more: "Imprimir, PDF e imágenes para compartir",
  back: "Volver al resultado",
  failed: "No se ha podido crear el diploma.",
  spoken: ({ name, event, time, date, text: more, bib, facts, splits }) =>
    [
      `Diploma: ${name} ha completado ${event} en un tiempo de ${time}${date === "" ? "" : ` el ${date}`}.`,
      more === "" ? "" : `${more}.`,
      facts.length === 0 ? "" : `${list(facts)}.`,
      splits.length === 0 ? "" : `${list(splits)}.`,
      bib === "" ? "" : `Dorsal ${bib}.`,
    ]
      .filter((sentence) => sentence !== "")
      .join(" "),
};
