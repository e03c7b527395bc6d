/** Texts of every page: frame, errors, freshness, paper. */
import type { site as english } from "../en/site";
import { counted } from "../intl";
import { atWhen, ended, ofWhen, when } from "./when";

export const site: typeof english = {
  skip: "Ir al contenido",
  loading: "Cargando",
  tryAgain: "Volver a intentarlo",
  toEvents: "Todas las carreras",
  changed: "ha cambiado",
  offline: {
    banner: (time) =>
      time === "" ? "Sin conexión." : ended(`Sin conexión. Resultados ${ofWhen(time)}`),
    neverLoaded: "No hay conexión y esta página no se había abierto antes.",
    form: "Para esto hace falta conexión y ahora no la hay.",
  },

  nav: {
    label: "Principal",
    events: "Carreras",
    account: "Cuenta",
    remote: "Remoto",
    login: "Entrar",
    logout: "Salir",
  },
  apiDocsLink: "API",
  alertLinks: { terms: "Condiciones de los avisos", privacy: "Privacidad de los avisos" },
  footer: (product, version) => `${product}${version && ` ${version}`} · resultados de carreras`,
  languages: { en: "English", es: "Español" },

  error: {
    title: "Error",
    offCourse: "Parece que te has salido del recorrido.",
    resultsOf: (year) => `Resultados de ${year}`,
    noBib: (bib, race) => `Nadie lleva el dorsal ${bib} en ${race}.`,
    searchRace: (race) => `Buscarlo en ${race}`,
    wrong: "Algo ha ido mal. Ponte en contacto con la administración del sitio.",
    unreached: "No se puede llegar al servidor. Comprueba tu conexión.",
    reload: "Volver a cargar la página",
  },

  years: "Años",
  raceNav: {
    label: "Páginas de esta carrera",
    more: "Más páginas",
    website: "Página web",
    pages: {
      results: "Resultados",
      awards: "Premios",
      status: "Estado",
      pntf: "Clasificación PNTF",
      "pntf-awards": "Premios PNTF",
      "ytp-awards": "Premios YTP",
      "ytp-series": "Circuito YTP",
      "pntf-youth": "PNTF juvenil",
      "team-results": "Equipos",
      series: "Circuito",
    },
  },

  live: {
    badge: "EN VIVO",
    clock: "Reloj de carrera",
    paused: "EN PAUSA",
    updated: (time) => `actualizado ${atWhen(time)}`,
    lost: (time) => ended(`Se ha perdido la conexión. Resultados ${ofWhen(time)}`),
    pause: "Pausar",
    resume: "Reanudar",
    changes: (count) => counted(count, { one: "cambio", other: "cambios" }),
  },

  official: {
    yes: "Oficiales",
    no: "No oficiales",
    since: (time) => `desde ${when(time)}`,
    corrected: (time) => `corregidos ${atWhen(time)}`,
    whatChanged: "Qué ha cambiado",
  },

  print: {
    basis: (basis) => `Puestos por ${basis}`,
    filter: (parts) => `Se muestra: ${parts.join(", ")}`,
    search: (query) => `búsqueda «${query}»`,
    resultsOf: (time) => `Resultados ${ofWhen(time)}`,
    version: (version, time) => `Versión ${version}, resultados ${ofWhen(time)}`,
    code: "Escanea el código para ver si esta es todavía la última versión.",
    posted: (time) => `Publicado: ${time}`,
  },
};
