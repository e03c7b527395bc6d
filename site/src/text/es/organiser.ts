/**
 * Texts for organisers who work with files: participants as CSV, series definitions, youth
 * standings.
 */
import type { organiser as english } from "../en/organiser";
import { counted, number } from "../intl";

const lines = (count: number) => counted(count, { one: "línea", other: "líneas" });
const bomb = "El libro es más grande por dentro que cualquier lista de una carrera";
const saveAsCsv = "Guarda la hoja de la tabla como CSV y elige ese archivo.";

export const organiser: typeof english = {
  source: {
    file: "Elige un archivo",
    paste: "Pegar una tabla",
    pasted:
      "Celdas copiadas de una hoja de cálculo, o el texto de un archivo CSV; con los encabezados",
    take: "Usar esta tabla",
    reading: (name) => (name === "" ? "Leyendo la tabla…" : `Leyendo ${name}…`),
  },

  encoding: {
    label: "Letras leídas como",
    names: {
      "utf-8": "UTF-8 (la mayoría de los programas)",
      "utf-16le": "UTF-16 («texto Unicode»)",
      "windows-1252": "Windows-1252 (Excel, Europa occidental y América)",
      "windows-1250": "Windows-1250 (Excel, Europa central)",
      macintosh: "Mac Roman (Excel en un Mac antiguo)",
      shift_jis: "Shift-JIS (japonés)",
    },
    examples: "Líneas con esas letras",
    line: (line) => `Línea ${number(line)}:`,
    unreadable: (where, count) =>
      `${counted(count, { one: "línea tiene", other: "líneas tienen" })} letras que no se pueden leer (�): ${where.map(number).join(", ")}${count > where.length ? " …" : ""}. Elige cómo se leen las letras, o corrige el archivo.`,
  },

  refused: {
    at: (name, line) => {
      if (line === 0) return `Hoja «${name}»`;
      return name === "" ? `Línea ${number(line)}` : `Hoja «${name}», línea ${number(line)}`;
    },
    bytes: (most) =>
      `El archivo ocupa más de ${number(most)} MB. Una tabla de una carrera es más pequeña: comprueba si es el correcto.`,
    parts: (most) => `${bomb}: contiene más de ${number(most)} archivos. ${saveAsCsv}`,
    unpacked: (most, _at, part) =>
      `${bomb}: descomprimido ocupa más de ${number(most)} MB (al llegar a ${part}). ${saveAsCsv}`,
    sheets: (most) =>
      `El libro tiene más de ${number(most)} hojas; se aceptan hasta ${number(most)}. Copia la de la tabla en un libro aparte.`,
    texts: (most) =>
      `El libro tiene más de ${number(most)} textos distintos; se aceptan hasta ${number(most)}. ${saveAsCsv}`,
    columns: (most, at) =>
      `${at}: hay una celda con contenido después de la columna ${number(most)}; se aceptan hasta ${number(most)} columnas. Elimina las columnas que no hagan falta.`,
    lines: (most, at) =>
      `${at}: el archivo continúa después de ${lines(most)} con contenido; se aceptan hasta ${number(most)}. Divídelo, por ejemplo por distancias.`,
    cells: (most, at) =>
      `${at}: el archivo continúa después de ${number(most)} celdas; se aceptan hasta ${number(most)}, incluidas las vacías entre otras. Elimina las columnas y hojas que no hagan falta.`,
    cell: (most, at) =>
      `${at}: una celda tiene más de ${number(most)} caracteres; se aceptan hasta ${number(most)}. Acórtala.`,
    characters: (most, at) =>
      `${at}: las celdas del archivo tienen más de ${number(most)} caracteres; se aceptan hasta ${number(most)}. Elimina las columnas y hojas que no hagan falta.`,
    declarations:
      "El libro declara un tipo de documento o entidades, algo que ningún programa de hojas de cálculo hace. No se lee: guárdalo otra vez con un programa de hojas de cálculo, o copia las celdas y pégalas aquí.",
    workbook:
      "Esto es un libro de cálculo. Guárdalo como CSV en tu programa, o copia las celdas y pégalas aquí.",
    "bad-workbook":
      "Este libro no se puede leer. Guárdalo otra vez como xlsx o CSV con tu programa de hojas de cálculo, o copia las celdas y pégalas aquí.",
    "no-text":
      "El archivo no es una tabla: no es un texto. Guarda la tabla como CSV con tu programa de hojas de cálculo, o copia las celdas y pégalas aquí.",
    "no-table": "Ninguna línea del archivo tiene celdas.",
    empty: "El archivo está vacío.",
    unreadable: "No se ha podido leer el archivo. Vuelve a elegirlo.",
  },

  columns: {
    none: "No está en el archivo",
    needed: "Elige una columna",
    unnamed: (column) => `Columna ${number(column)}`,
    examples: (values) => `Primeros valores: ${values}`,
    empty: "todo vacío",
    unused: (headings) => `Sin usar: ${headings}`,
  },

  fields: {
    id: "Identificador",
    bib: "Dorsal",
    first: "Nombre",
    last: "Apellidos",
    birthdate: "Fecha de nacimiento",
    gender: "Género",
    ageGroup: "Categoría",
    distance: "Distancia",
    anonymous: "Anónimo",
    smsEnabled: "SMS de llegada",
    mobile: "Móvil",
    apparel: "Camiseta",
    division: "División o equipo",
    removed: "Inscripción retirada",
  },

  problems: {
    "no-distance": "falta. Elige una columna, o una distancia para todas las líneas.",
    "no-birthdate": "falta. Elige una columna, o marca la casilla para quienes no la tienen.",
    "bad-birthdate":
      "no es una fecha de nacimiento. Se aceptan fechas reales que no estén en el futuro: 7/21/1990, 1990/7/21, 1990-07-21, 21.7.1990.",
    "bad-switch": "no es ni sí ni no. Se aceptan yes, no, true, false, 1, 0, x, sí o nada.",
    "id-too-long": (limit) => `tiene más de ${number(limit)} caracteres.`,
    cut: (limit) => `se corta a ${number(limit)} caracteres.`,
    nobody: "En esta línea no hay nombre, ni dorsal, ni identificador.",
    "bad-quotes":
      "Hay unas comillas en medio de una celda. Las celdas con comillas van entre comillas, y las de dentro se duplican.",
    "open-quote": "Aquí se abren unas comillas que no se cierran nunca.",
    "same-person": (line) => `Es la misma persona que en la línea ${number(line)}.`,
    "same-name":
      "Ya hay alguien con este nombre. Un identificador, un dorsal o una fecha de nacimiento dice quién es.",
    "same-bib": (line) => `ya se da a la línea ${number(line)}.`,
    "bib-taken": "ya lo lleva otra persona.",
    "bib-of-other":
      "lo lleva alguien con otro nombre. No se sobrescribe a nadie: cambia el dorsal, o antes el nombre en la entrega de dorsales.",
    several: "Coinciden varias personas. Un identificador dice quién es.",
  },

  importing: {
    loadingTitle: (product) => `${product} - Participantes`,
    title: (year, event) => `${year} ${event}: participantes`,
    there: (count) =>
      `Ahora hay ${counted(count, { one: "participante", other: "participantes" })}.`,
    toCheckin: "Volver a la entrega de dorsales",
    heading: "Importar participantes",
    about:
      "Un archivo CSV de tus inscripciones: de RunSignup, UltraSignup, RACE RESULT, este sitio, o cualquier otro con una línea de encabezados. Ves lo que haría antes de enviar nada. No se borra a nadie.",
    pastedTable: "Tabla pegada",
    lines,
    delimiters: {
      comma: "comas",
      semicolon: "puntos y comas",
      tab: "tabuladores",
      bar: "barras",
      other: "su propio separador",
    },
    systems: {
      chute: "este sitio",
      runsignup: "RunSignup",
      ultrasignup: "UltraSignup",
      "race-result": "RACE RESULT",
    },
    recognised: (system) => `Encabezados como en los archivos de ${system}.`,
    unknownSystem:
      "Los encabezados no son de ningún sistema conocido aquí. Comprueba las columnas.",
    remembered: "Columnas como las elegiste la última vez para estos encabezados.",
    openQuote: (line) =>
      `Línea ${number(line)}: se abren unas comillas que no se cierran nunca, así que el resto del archivo es una sola celda. Corrígelo en el archivo y vuelve a elegirlo.`,
    pageFrom: (line) =>
      `Desde la línea ${number(line)} el archivo es una página web y no una tabla. Se deja fuera.`,
    otherFile: "Otro archivo",
    columns: "Columnas",
    headed: "La primera línea tiene los encabezados",
    noName:
      "Elige las columnas de nombres, dorsales o identificadores: sin ellas no se sabe quién es quién.",
    dryRun: "Qué pasaría",
    send: (added, changed) => `Enviar ${number(added)} nuevos y ${number(changed)} con cambios`,
    withoutInvalid: (count) => `${lines(count)} con errores no se enviarán.`,
    nothing: "No hay nada que enviar.",
  },

  options: {
    heading: "Opciones",
    dateOrder: "Fechas como 03/04/1990",
    monthFirst: "4 de marzo (primero el mes)",
    dayFirst: "3 de abril (primero el día)",
    emptyCells: "Celdas vacías",
    keep: "dejan lo que está guardado",
    clear: "vacían el campo",
    distance: "Distancia de todas las líneas",
    withoutBirthdate:
      "Las personas nuevas sin fecha de nacimiento reciben 1901/01/01, que significa ninguna",
    distances: "Distancias del archivo, y cómo se llaman aquí",
  },

  dryRun: {
    outcomes: {
      new: "Nuevos",
      changed: "Con cambios",
      same: "Iguales",
      invalid: "Con errores",
      removed: "Retirados",
    },
    identity:
      "A quien ya está se le reconoce por el identificador, si no por el dorsal, si no por nombre y fecha de nacimiento.",
    known: (id, bib, name) =>
      `En este archivo: ${number(id)} por identificador, ${number(bib)} por dorsal, ${number(name)} por nombre y fecha de nacimiento.`,
    stays:
      "Los campos sin columna se quedan como están, y un dorsal no se quita nunca. El mismo día escrito de otra forma no es un cambio, ni F en lugar de Woman.",
    invalid: (count) => `${lines(count)} con errores`,
    changed: (count) => `${counted(count, { one: "persona", other: "personas" })} con cambios`,
    new: (count) => `${counted(count, { one: "persona nueva", other: "personas nuevas" })}`,
    noted: (count) => `${lines(count)} que se acortarán`,
    removed: (count) => `${lines(count)} de inscripciones retiradas, fuera`,
    newCaption: "Personas nuevas como se guardarán",
    lineColumn: "Línea",
    line: (line) => `Línea ${number(line)}`,
    by: {
      id: "Reconocido por el identificador.",
      bib: "Reconocido por el dorsal.",
      name: "Reconocido por nombre y fecha de nacimiento.",
    },
    becomes: "pasa a ser",
    empty: "(vacío)",
    yes: "sí",
    no: "no, sin marcar",
  },

  sending: {
    running: "Enviando",
    stopped: "Sin terminar",
    done: "Terminado",
    stored: (stored, total) => `${number(stored)} de ${number(total)} están guardados.`,
    rest: (count) => `Por enviar: ${lines(count)}. Lo guardado no se envía otra vez.`,
    unsent: (count) => `Sin guardar: ${lines(count)}`,
    broken: "Se ha cortado la conexión.",
    stop: "Parar",
    resume: "Continuar",
    again: "Importar otro archivo",
    why: {
      gone: "Mientras tanto se ha borrado a este participante.",
      "changed-meanwhile":
        "ha cambiado mientras tanto por otra persona. Vuelve a importar el archivo para ver los dos valores.",
      "bib-taken": "se ha dado mientras tanto a otra persona.",
      "id-taken":
        "Mientras tanto se ha añadido a alguien con este identificador. Vuelve a importar el archivo para comparar.",
      refused: "El servidor no ha aceptado esta línea.",
    },
  },

  exporting: {
    heading: "Exportar participantes",
    about:
      "Todos los campos, también los de la entrega de dorsales, como CSV para una hoja de cálculo. Contiene fechas de nacimiento y teléfonos: guárdalo con el cuidado que merecen. Si se importa de nuevo, no cambia nada.",
    download: (count) =>
      `Descargar ${counted(count, { one: "participante", other: "participantes" })}`,
  },

  unsaved: {
    text: "En esta página hay trabajo sin guardar. Se pierde si sales.",
    leave: "Salir sin guardar",
  },

  files: {
    title: (product) => `${product} - Archivos`,
    heading: (event) => `Archivos de ${event}`,
    about:
      "De lo que se hacen las páginas de circuitos y juveniles de tu carrera. Para los visitantes no cambia nada antes de que publiques, y un archivo con errores no se publica nunca.",
    whose:
      "Esta carrera es de otra cuenta. Pueden hacerlo su titular y los administradores; una cuenta vinculada puede atender la entrega de dorsales.",
    preview: "Comprobar y ver antes",
    previewHeading: "Vista previa",
    publish: "Publicar",
    unchanged: "Esto es lo publicado.",
    takeBack: "Deshacer los cambios",
    tookBack: "Se han deshecho los cambios.",
    withdraw: "Retirar",
    warnings: "Publicado. Mira otra vez esto:",
    problems: (count) =>
      `${counted(count, { one: "problema", other: "problemas" })}. No se ha cambiado nada.`,
    noPublic:
      "Los resultados no son públicos, así que no hay de qué hacer una vista previa. Puedes publicar igualmente.",
    publicPage: "A la página pública",
    files: "Archivos para abrir y descargar",
  },

  series: {
    heading: "Circuito",
    none: "No hay ningún circuito publicado.",
    published: (version) => `Está publicada la versión ${number(version)}.`,
    saved: (version) =>
      `Se ha publicado la versión ${number(version)}. Los visitantes la ven en menos de un minuto.`,
    withdrawn: (version) => `Se ha retirado el circuito, como versión ${number(version)}.`,
    withdrawal:
      "La página pública del circuito de esta carrera desaparece. Las versiones anteriores se pueden recuperar.",
    form: "Formulario",
    json: "Como JSON, para programas",
    paused:
      "Ahora mismo no se puede leer el JSON. El formulario se queda como estaba hasta que se corrija.",
    noList: "El JSON no es una lista de años: el formulario no puede mostrarlo.",
    empty: "No hay ningún año en la definición.",
    addYear: "Añadir un año",
    yearCalled: (year) => `Año ${year}`,
    displayYear: "Año mostrado",
    addSeries: "Añadir un circuito",
    seriesCalled: (name) => `Circuito: ${name}`,
    name: "Nombre",
    best: "Carreras que cuentan",
    addRace: "Añadir una carrera",
    raceNumber: (index) => `carrera ${number(index)}`,
    year: "Año",
    distance: "Distancia",
    length: "Longitud",
    unit: "Unidad",
    up: "Subir",
    remove: "Quitar",
    previewAbout:
      "La clasificación de esta definición con los resultados de ahora, como la verán los visitantes.",
    withoutResults: (races) => `Todavía sin resultados: ${races}`,
    openFile: "Abrir un archivo",
    tooLarge:
      "El archivo ocupa más de 1 MB. Una definición de circuitos es más pequeña: comprueba si es el correcto.",
    downloadMine: "Descargar como JSON",
    downloadExample: "Descargar un ejemplo",
  },

  people: {
    heading: (series) => `Quién es quién: ${series}`,
    counts: (joined, single) =>
      `${counted(joined, { one: "persona tiene", other: "personas tienen" })} juntas varias carreras, con el nombre escrito igual; con una sola carrera: ${number(single)}.`,
    ask: (count) => `¿Una persona o dos? (${number(count)})`,
    askAbout:
      "Nada junta a estas personas, pero quizá las conozcas. La respuesta pasa a la definición, con dorsales y nunca con nombres, y vale para los visitantes cuando publiques.",
    like: {
      letters: "Los nombres tienen las mismas letras.",
      "one-letter": "Los nombres se diferencian en una letra.",
      namesakes: "Varias personas se llaman así, y el género y la edad no dicen quién es quién.",
    },
    run: (race, bib) => `${race}, dorsal ${bib}`,
    place: (place) => `puesto ${number(place)}`,
    age: (age) => `${age} años`,
    same: "La misma persona",
    two: "Dos personas",
    noted: { same: "Anotado: la misma persona.", two: "Anotado: dos personas." },
    tookBack: "Se ha retirado la respuesta.",
    all: (count) => `Mostrar las ${number(count)}`,
    given: (count) => `Tus respuestas (${number(count)})`,
    givenAnswer: { same: "La misma persona", two: "Personas distintas" },
    missing: "no está en los resultados con un nombre",
    states: {
      gone: "No vale: menos de dos de estos corredores están en los resultados con un nombre. Retírala, por favor: si alguien quiere ser anónimo, diría quién es.",
      contradicts:
        "No vale: con tus otras respuestas, una persona habría corrido dos veces la misma carrera, o sería dos personas.",
    },
    takeBack: "Retirar",
    table: (count) => `A quién se ha juntado y por qué (${number(count)})`,
    columns: { who: "Persona", races: "Carreras", why: "Por qué" },
    undecided:
      "Sin juntar: hay otros con este nombre, y el género y la edad no dicen cuál de ellos es.",
    answered: "Juntado por tu respuesta.",
    byName: "Juntado: el nombre es el mismo, salvo la manera de escribirlo.",
    byNameAndAge:
      "Juntado: el nombre es el mismo, salvo la manera de escribirlo, y las edades encajan.",
    apart: (by) => `No es otra de las personas con este nombre: ${by}.`,
    by: {
      age: "las edades no encajan",
      gender: "otro género",
      race: "corrieron la misma carrera",
      answer: "tu respuesta",
    },
  },

  json: {
    label: "Definición como JSON",
    problem: (line, column) => `Esto no es JSON: línea ${number(line)}, columna ${number(column)}.`,
    go: "Mostrar el lugar",
    rewrite: "Seguir con el formulario",
    line: (line, column) => `Línea ${number(line)}, columna ${number(column)}`,
  },

  conflict: {
    heading: "Mientras tanto ha publicado otra persona",
    about:
      "No se ha guardado nada tuyo ni se ha sobrescrito nada suyo. Están marcadas las líneas que el otro archivo no tiene.",
    theirs: "Publicado ahora",
    mine: "El tuyo",
    nothing: "(retirado)",
    keep: "Seguir con el mío",
    take: "Tomar el suyo y dejar el mío",
    replaces: (version) =>
      `Sigues con el tuyo. Al publicar se sustituye la versión ${number(version)}.`,
    taken: (version) => `Ahora esta es la versión ${number(version)}. El tuyo se ha dejado.`,
  },

  versions: {
    heading: "Versiones anteriores",
    none: "No hay versiones.",
    about:
      "Las últimas 20. Una versión anterior se recupera publicándola de nuevo; las de en medio se quedan aquí.",
    version: (version) => `Versión ${number(version)}`,
    by: (name) => `de ${name}`,
    size: (bytes) => `${counted(bytes, { one: "byte", other: "bytes" })}`,
    withdrawn: "retirada",
    current: "publicada ahora",
    look: "Ver",
    bring: "Recuperar",
    replaces: (version) =>
      `La versión ${number(version)} ocupa el lugar de tus cambios, que no están guardados.`,
  },

  standings: {
    heading: "Clasificación juvenil (YTP)",
    about:
      "Las puntuaciones del circuito juvenil hasta ahora, un archivo por cada distancia de un año: nombre y apellidos, puntuación Tiger, Seward y más alta, y una categoría como YTP Female 9-10.",
    none: "No hay ninguna clasificación publicada.",
    called: (year, distance) => `${year}: ${distance}`,
    open: "Abrir",
    close: "Cerrar",
    downloadExample: "Descargar un ejemplo",
    noYears: "La carrera todavía no tiene años.",
    year: "Año",
    distance: "Distancia",
    otherDistance: "Nombre de la distancia",
    choose: "Elige una distancia",
    other: "Otra distancia",
    noDistance: "La distancia es obligatoria",
    typed: "Escribe la distancia como la llamará el programa de cronometraje.",
    go: "Continuar",
    published: (version) => `Está publicada la versión ${number(version)}.`,
    unpublished: "No hay nada publicado para esta distancia.",
    saved: (version) =>
      `Se ha publicado la versión ${number(version)}. Los visitantes la ven en menos de un minuto.`,
    withdrawn: (version) => `Se ha retirado la clasificación, como versión ${number(version)}.`,
    withdrawal: (name) =>
      `La clasificación de ${name} desaparece. Las versiones anteriores se pueden recuperar.`,
    previewAbout: (count) =>
      `${lines(count)}, con los resultados de ahora, como las verán los visitantes.`,
    withoutResults:
      "Todavía no hay resultados de esta distancia. Hasta entonces la página pública no muestra nada de ella.",
    fields: {
      first: "Nombre",
      last: "Apellidos",
      "tiger score": "Puntuación Tiger",
      "seward score": "Puntuación Seward",
      "highest score": "Puntuación más alta",
      category: "Categoría",
    },
  },
};
