/** Texts for organisers who turn a spreadsheet into results, in Spanish. */
import type { sheet as english } from "../en/sheet";
import { counted, number } from "../intl";

const lines = (count: number) => counted(count, { one: "línea", other: "líneas" });
const people = (count: number) => counted(count, { one: "persona", other: "personas" });

export const sheet: typeof english = {
  title: (product) => `${product} - Resultados de una hoja de cálculo`,
  heading: (event) => `${event}: resultados de una hoja de cálculo`,
  about:
    "Un libro de Excel, un archivo CSV o una tabla pegada con resultados: bastan los tiempos de llegada, los puestos se calculan. Ves lo que haría antes de publicar nada. No se borra a nadie.",
  whose:
    "Esta carrera es de otra cuenta. Pueden hacerlo su titular y los administradores; una cuenta vinculada puede atender la entrega de dorsales.",
  noYears: "La carrera todavía no tiene años. Primero añade uno en la gestión de la carrera.",
  toDesk: "Volver a la gestión de la carrera",
  year: "Año",
  file: "Tabla de resultados",
  pastedTable: "Tabla pegada",
  lines,
  otherFile: "Otro archivo",
  sheetOf: "Hoja del libro",
  headingsAt: "Línea con los encabezados",
  headingLine: (line, begin) => `Línea ${number(line)}: ${begin}`,
  noHeadings: "Ninguna",
  systems: {
    runsignup: "RunSignup",
    "race-result": "RACE RESULT",
    chronotrack: "ChronoTrack",
    webscorer: "Webscorer",
    "race-director": "Race Director",
    ultrasignup: "UltraSignup",
  },
  recognised: (system) => `Encabezados como en los resultados de ${system}.`,
  unknownSystem:
    "Los encabezados no son de ningún programa de cronometraje conocido aquí. Comprueba las columnas.",
  remembered: "Columnas como las elegiste la última vez para estos encabezados.",
  openQuote: (line) =>
    `Línea ${number(line)}: unas comillas se abren y no se cierran nunca, así que el resto del archivo es una sola celda. Corrígelo en el archivo y elígelo de nuevo.`,
  badQuotes: (line) =>
    `Línea ${number(line)}: hay unas comillas en medio de una celda. Corrígelo en el archivo y elígelo de nuevo.`,
  tooLong: (most) =>
    `Una tabla tiene como máximo ${lines(most)}. Divídela, por ejemplo por distancias.`,

  columns: "Columnas",
  roles: {
    bib: "Dorsal",
    name: "Nombre completo",
    first: "Nombre",
    last: "Apellidos",
    gender: "Género",
    age: "Edad",
    birthdate: "Fecha de nacimiento (solo para la edad)",
    age_group: "Categoría",
    distance: "Distancia",
    clock: "Tiempo bruto (oficial)",
    chip: "Tiempo de chip (neto)",
    laps: "Número de vueltas",
    covered: "Distancia recorrida (en lugar de vueltas)",
    status: "Estado (DNF, DNS, DSQ)",
    place: "Puesto (ordena a quienes tienen el mismo tiempo)",
    division: "División o equipo",
    team: "Equipo (el nombre donde no hay otro)",
  },
  splits: "Tiempos de paso (desde la salida)",
  lapTimes: "Tiempos de las vueltas, en este orden",
  needsTime: "Elige la columna del tiempo bruto o del tiempo de chip.",
  needsLaps:
    "Elige la columna con el número de vueltas, los tiempos de las vueltas, o la distancia recorrida.",
  needsName: "Elige la columna de los dorsales, de los nombres o de los equipos.",
  needsDistance: "Elige la columna de la distancia, o escribe la distancia de todas las líneas.",

  options: {
    heading: "Opciones",
    distance: "Distancia de todas las líneas",
    twoPartsProposed:
      "Como minutos y segundos, estos tiempos no encajan en la carrera. Se proponen horas y minutos: mira los tiempos más abajo, o elige minutos y segundos.",
    letter: (letter) => `«${letter}» en la columna del género`,
    byOthers: "según los demás valores, o un error",
    meanings: {
      woman: "es mujer",
      man: "es hombre",
      "non-binary": "es no binario",
      "not-said": "es sin indicar",
    },
    choices: {
      names: {
        label: "Nombres completos sin coma",
        "first-last": "Nombre y después apellidos",
        "last-first": "Apellidos y después nombre",
      },
      numbers: {
        label: "Números sin dos puntos en columnas de tiempos",
        "": "no se leen como tiempos (salvo las fracciones de día de una hoja de cálculo: 0.5 son 12 horas)",
        seconds: "son segundos",
        minutes: "son minutos",
        days: "son fracciones de un día (0.5 son 12 horas)",
        parts: "llevan un punto en lugar de los dos puntos (21.34 es 21:34)",
      },
      two_parts: {
        label: "Tiempos de dos partes, como 22:41",
        "": "son minutos y segundos, salvo que la carrera diga otra cosa",
        "m:ss": "son minutos y segundos",
        "h:mm": "son horas y minutos",
      },
      four_parts: {
        label: "Tiempos de cuatro partes, como 1:02:03:04",
        "": "son errores donde puedan ser ambas cosas",
        days: "son días, horas, minutos y segundos",
        fraction: "son horas, minutos, segundos y una fracción",
      },
      bibs: {
        label: "Dorsales como 12 y 0012",
        written: "son dos",
        value: "son el mismo, por su valor",
      },
      covered: {
        label: "Números en la columna de la distancia recorrida",
        "": "son errores sin unidad",
        mi: "son millas",
        km: "son kilómetros",
      },
      untimed: {
        label: "Líneas sin tiempo y sin estado",
        "": "son errores",
        "left-out": "se dejan fuera",
        dns: "no tomaron la salida (DNS)",
      },
      age_groups: {
        label: "Categorías de quienes no la tienen en el archivo",
        "": "ninguna",
        ten: "de diez años (Under 20, 20-29 …)",
        five: "de cinco años (Under 20, 20-24 …)",
      },
      dates: {
        label: "Fechas como 03/04/1990",
        "month-first": "4 de marzo (primero el mes)",
        "day-first": "3 de abril (primero el día)",
      },
      splits: {
        label: "Los tiempos de paso son",
        clock: "tiempos brutos",
        chip: "tiempos de chip",
      },
      laps: {
        label: "Los tiempos de las vueltas son",
        total: "desde la salida",
        each: "de cada vuelta por sí sola",
      },
      status: {
        label: "Números en la columna del estado",
        words: "no se aceptan",
        ultrasignup:
          "son los de UltraSignup (1 en meta, 2 DNF, 3 DNS, 4 no oficial, 5 descalificado)",
      },
    },
  },

  check: "Comprobar qué pasaría",
  dryRun: "Qué pasaría",
  outcomes: {
    new: "Nuevas",
    changed: "Cambiadas",
    same: "Iguales",
    invalid: "Con errores",
    skipped: "Fuera",
  },
  identity:
    "Cada persona se reconoce por el dorsal y la distancia; en un archivo sin dorsales, por el nombre y la distancia, y las nuevas reciben números. Lo que no tiene columna en el archivo queda como está.",
  line: (line) => `Línea ${number(line)}`,
  bib: (bib) => `Dorsal ${bib}`,
  invalid: (count) => `${lines(count)} con errores`,
  changed: (count) => `${people(count)} con cambios`,
  remarks: (count) => `${lines(count)} con algo que conviene saber`,
  skipped: (count) => `${lines(count)} fuera: títulos, o sin tiempo`,
  becomes: "pasa a ser",
  empty: "(vacío)",
  fields: {
    bib: "Dorsal",
    first: "Nombre",
    last: "Apellidos",
    age: "Edad",
    gender: "Género",
    age_group: "Categoría",
    distance: "Distancia",
    division: "División",
    status: "Estado",
    laps: "Vueltas",
    clock: "Tiempo bruto",
    chip: "Tiempo de chip",
    place: "Puesto",
    gender_place: "Puesto por género",
    age_place: "Puesto en la categoría",
    division_place: "Puesto por división",
  },
  ties: (count) => `${counted(count, { one: "empate", other: "empates" })}: el mismo tiempo`,
  tie: (place, bibs) => `Desde el puesto ${number(place)}: dorsales ${bibs}.`,
  byPlace: "En el orden de los puestos del archivo.",
  byBib: "En el orden de los puestos hasta ahora, y después de los dorsales.",
  missing: (count) => `${people(count)} de estas distancias que no están en el archivo`,
  missingAbout:
    "Están publicadas y se quedan. Para sacar a alguien de la clasificación, ponle el estado DNF o DSQ en el archivo.",
  moved: (before, after) => `El puesto ${before} pasa a ser ${after}.`,
  noPlace: "ninguno",
  corrected: (count) =>
    `${counted(count, { one: "corrección a mano sigue en pie", other: "correcciones a mano siguen en pie" })} junto a lo subido: se publican los valores corregidos y los puestos que salen de ellos.`,
  corrections: "Correcciones",
  places: "Resultados como se suben",
  placesCaption: "Resultados nuevos y cambiados",
  placeColumn: "Puesto",
  bibColumn: "Dorsal",
  groupColumn: "Categoría",
  genderPlace: "Puesto por género",
  agePlace: "Puesto en la categoría",
  timeColumn: "Tiempo",
  publish: (count) => `Publicar ${counted(count, { one: "fila", other: "filas" })}`,
  withoutInvalid: (count) => `${lines(count)} con errores no se publicarán.`,
  nothing: "No hay nada que publicar: todo está publicado como en el archivo.",
  nothingValid: "No hay nada que publicar: ninguna línea está sin errores.",

  faults: {
    "no-bib": "no tiene dorsal, las demás líneas sí.",
    "bib-zeros":
      "está publicado con otros ceros delante. Elige en las opciones si dorsales como 12 y 0012 son el mismo.",
    nobody: "En esta línea no hay dorsal ni nombre.",
    "too-long": (limit) => `tiene más de ${number(limit)} caracteres.`,
    "no-distance": "falta. Elige una columna, o una distancia para todas las líneas.",
    "bad-time": "no es un tiempo. Se aceptan tiempos como 1:02:03.4 y 52:03, y DNF, DNS, DSQ.",
    "time-of-day": "es una hora del día. Se acepta el tiempo desde la salida.",
    "plain-number":
      "es un número que puede ser cualquier cosa. Elige en las opciones si los números son segundos, minutos, fracciones de un día, o tiempos con un punto.",
    "two-parts":
      "no puede ser minutos y segundos en esta carrera. Elige en las opciones si estos tiempos son minutos y segundos u horas y minutos.",
    "four-parts":
      "puede empezar con días o terminar con una fracción de segundo. Elige en las opciones qué es.",
    "no-time":
      "falta. Se acepta un tiempo, o DNF, DNS, DSQ; o elige en las opciones qué son las líneas sin tiempo.",
    "bad-age": "no es una edad. Se acepta un número entero de 0 a 129, o nada.",
    "bad-birthdate":
      "no es una fecha de nacimiento. Se aceptan fechas reales anteriores a la carrera: 7/21/1990, 1990-07-21, 21.7.1990.",
    "gender-letter":
      "es una letra que significa géneros distintos según el idioma. Elige en las opciones qué significa.",
    "bad-laps":
      "no es un número de vueltas. Se acepta un número entero de 1 a 9999; para ninguna, DNF o DNS.",
    "bad-covered":
      "no es una distancia. Se aceptan 102.4 mi y 164.8 km; elige en las opciones qué son los números sin unidad.",
    "lap-gap": "falta, y una vuelta posterior tiene tiempo.",
    "lap-back": "no es posterior a la vuelta anterior.",
    "laps-differ": (times) => `es otro número que el de los tiempos de vueltas (${number(times)}).`,
    "fewer-laps": (stored) =>
      `es menos de lo publicado (${number(stored)}). Aquí nunca se quitan vueltas: borra los resultados de la distancia con tu programa de cronometraje e importa de nuevo.`,
    "split-late": "no es anterior a la llegada.",
    "bad-status": "no es un estado. Se aceptan finished, DNF, DNS, DSQ o nada.",
    "status-differs": "dice otra cosa que las demás columnas de la línea.",
    "same-person": (line) =>
      `Es la misma persona que en la línea ${number(line)}: el mismo dorsal o, sin dorsales, el mismo nombre y resultado, en la misma distancia.`,
    several:
      "Varias personas publicadas tienen este dorsal o nombre en esta distancia. Una columna de dorsales, o de edades, dice quién es.",
    other: "no se acepta.",
  },
  noted: {
    cut: (limit) => `se corta a ${number(limit)} caracteres.`,
    disqualified: "Descalificación: se publica como DNF, sin puesto ni tiempo.",
    "over-limit": "Fuera del tiempo límite: se publica como DNF, sin puesto ni tiempo.",
    "place-differs": (place) => `es ${number(place)} en el archivo, y otro según los tiempos.`,
    "place-shared": (place) =>
      `es ${number(place)} para varias personas en el archivo. Aquí no se comparten puestos: el mismo tiempo está en la lista de empates.`,
    "place-unread": "no es ni un puesto ni un estado y no se lee; deciden los tiempos.",
    "name-whole":
      "tiene comas que pueden significar varias cosas y queda como está. Para nombre y apellidos escribe «Apellidos, Nombre», o dos columnas.",
    namesake: (line) =>
      line === 0
        ? "Hay publicada otra persona con este nombre y otra edad: son dos personas."
        : `La línea ${number(line)} tiene el mismo nombre: son dos personas. Si son una, quita una línea.`,
    "age-group-date": "era una categoría que una hoja de cálculo convirtió en fecha.",
    "age-group-unread": "es una fecha de la que no sale ninguna categoría; se deja fuera.",
    "letter-non-binary":
      "es una letra leída como no binario; otro significado está en las opciones.",
    "chip-longer": "es más largo que el tiempo bruto.",
    "too-fast": "es más rápido que 1:30 por kilómetro para esta distancia.",
    "too-slow": "es más lento que una hora por kilómetro para esta distancia.",
    "laps-count": "DNF con vueltas: las vueltas cuentan.",
    other: "Míralo, por favor.",
  },

  publishing: {
    running: "Publicando",
    stopped: "Sin terminar",
    done: "Publicado",
    stored: (stored, total) => `Guardadas ${number(stored)} de ${number(total)} filas.`,
    soon: "Esperando a que la página de resultados lo tenga…",
    isPublic: (version) => `La versión ${number(version)} es pública.`,
    said: (added, changed) => `${people(added)}: nuevas; ${number(changed)}: cambiadas.`,
    broken: "Se cortó la conexión. Lo guardado no se envía otra vez.",
    overtaken:
      "Alguien ha cambiado los mismos resultados desde que comprobaste. Lo que queda no se publicó: comprueba otra vez para ver ambos.",
    stop: "Parar",
    resume: "Seguir",
    checkAgain: "Comprobar otra vez",
    again: "Otro archivo",
    results: "A los resultados",
  },
};
