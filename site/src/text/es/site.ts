/** Texts of every page: frame, errors, freshness, paper. */
import type { site as english } from "../en/site";
import { counted } from "../intl";

export const site: typeof english = {
  skip: "Ir al contenido",
  loading: "Cargando",
  tryAgain: "Volver a intentarlo",
  toEvents: "Todas las carreras",
  changed: "ha cambiado",
  offline: {
    banner: (time) => (time === "" ? "Sin conexión." : `Sin conexión. Resultados de ${time}.`),
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
    reload: "Volver a cargar la página",
  },

  years: "Años",
  raceNav: {
    label: "Páginas de esta carrera",
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
    paused: "EN PAUSA",
    updated: (time) => `actualizado ${time}`,
    lost: (time) => `Se ha perdido la conexión. Resultados de ${time}.`,
    pause: "Pausar",
    resume: "Reanudar",
    changes: (count) => counted(count, { one: "cambio", other: "cambios" }),
  },

  official: {
    yes: "Oficiales",
    no: "No oficiales",
    since: (time) => `desde ${time}`,
    corrected: (time) => `corregidos ${time}`,
    whatChanged: "Qué ha cambiado",
  },

  print: {
    basis: (basis) => `Puestos por ${basis}`,
    filter: (parts) => `Se muestra: ${parts.join(", ")}`,
    search: (query) => `búsqueda «${query}»`,
    resultsOf: (time) => `Resultados de ${time}`,
    version: (version, time) => `Versión ${version}, resultados de ${time}`,
    code: "Escanea el código para ver si esta es todavía la última versión.",
    posted: (time) => `Publicado: ${time}`,
  },
};
