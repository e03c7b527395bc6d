/** The results page and its panels. */
import type { results as english } from "../en/results";
import { counted, number } from "../intl";
import { pointName } from "./race-words";

export const results: typeof english = {
  results: {
    loadingTitle: (product) => `${product} - Resultados`,
    title: (event) => `Resultados de ${event}`,
    certification: (certificate, distance = "") =>
      `Certificado del recorrido${distance === "" ? "" : ` (${distance})`}: ${certificate}`,
    none: "No hay resultados que mostrar.",
    noMatch: "Nadie coincide con la búsqueda.",
    clearSearch: "Borrar la búsqueda",
    showAll: "Mostrar todo",
    matchesElsewhere: (distance, count) =>
      `${distance}: ${counted(count, { one: "coincidencia", other: "coincidencias" })}`,
    all: "Todos los participantes",
    distances: "Distancias",
    sort: "Orden",
    settings: "Ordenar y filtrar",
    unset: (setting) => `Quitar: ${setting}`,
    found: "Corredores encontrados",
    moreFound: (count) => `y ${number(count)} más`,
    search: "Buscar por nombre o dorsal",
    searchHint: "Buscar",
    count: (shown, all) =>
      `${number(shown)} de ${counted(all, { one: "participante", other: "participantes" })}`,
    caption: (event, year, distance, basis) =>
      [`${event} ${year}`, distance, `resultados por ${basis}`]
        .filter((part) => part !== "")
        .join(", "),
    legend: "Letras detrás de un puesto:",
    large:
      "Solo se dibujan las filas cercanas a la pantalla, así que la búsqueda del navegador solo ve una parte de la lista. Usa el buscador (tecla /) o",
    largeUnsearched:
      "Solo se dibujan las filas cercanas a la pantalla, así que la búsqueda del navegador solo ve una parte de la lista.",
    showAllRows: "Mostrar todas las filas",
    allRows: "Se han dibujado todas las filas.",
    backToTable: "Volver a la tabla",
  },

  csv: { agePlace: "Puesto en la categoría", genderPlace: "Puesto por género" },
  tools: {
    csv: "Descargar CSV",
    failed: "No se pudo crear el archivo. Inténtalo de nuevo.",
    share: "Compartir",
    print: "Imprimir",
    qr: "Imprimir un código",
    others: "Datos y otras páginas",
    copied: "Enlace copiado.",
    copyThis: (address: string) => `Este es el enlace: ${address}`,
  },
  stars: {
    heading: "Mis corredores",
    follow: (name) => `Seguir a ${name}`,
    place: (place) => `Puesto ${place}`,
    at: (segment, time) => `${pointName(segment)}: ${time}`,
  },

  elsewhere: {
    all: (count) => `Los ${number(count)} en la lista`,
  },

  why: {
    button: (place, name) => `Puesto ${place}: ¿por qué? ${name}`,
    number: (name, value) => `${name} ${value}: ¿por qué?`,
  },

  alerts: {
    signUp: ["Avisos SMS", ": sigue a alguien con el móvil"],
    removal: "Dejar de recibir avisos por SMS",
    close: "Cerrar",
  },
};
