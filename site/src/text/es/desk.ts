/** Texts for organisers at the event desk, in Spanish. */
import type { desk as english } from "../en/desk";
import { counted, elapsed } from "../intl";

const WITHOUT_BACKUP: Record<string, string> = {
  missing: "no está la carpeta donde se guardan. ¿Está conectada la memoria?",
  full: "no hay sitio para ellas.",
  late: "la carpeta donde se guardan no responde.",
};

const DISK: Record<string, string> = {
  full: "El disco de este equipo está lleno: los resultados se pueden leer, pero no se guarda nada hasta que haya espacio. Borra archivos o pásalos a otro sitio.",
  low: "Al disco de este equipo le queda menos de un gigabyte: borra archivos o pásalos a otro sitio.",
  slow: "El disco de este equipo es lento y las subidas lo esperan: cierra lo demás que lo usa.",
};

const age = (minutes: number) => (minutes === 0 ? "menos de un minuto" : elapsed(minutes));

export const desk: typeof english = {
  title: (product) => `${product} - Gestión de la carrera`,
  titleOf: (event) => `Gestión de ${event}`,
  newTitle: "Carrera nueva",

  ways: {
    label: "Páginas de esta carrera",
    account: "Cuenta",
    results: "Resultados",
    checkin: "Entrega de dorsales",
    arrivals: "Llegadas",
    awards: "Mesa de premios",
    participants: "Importar participantes",
    sheet: "Resultados de una hoja de cálculo",
    corrections: "Correcciones",
    conflicts: (count) => counted(count, { one: "contradicción", other: "contradicciones" }),
    files: "Archivos de circuitos y clasificaciones",
  },

  right: {
    linked: (contact) =>
      `Esta carrera es de otra cuenta, que ha vinculado la tuya. Puedes atender la entrega de dorsales y ver lo que está publicado; todo lo demás es para su titular: ${contact}`,
    admin: "Esta carrera es de otra cuenta. Puedes cambiarla porque eres administrador.",
    refused: "Esta carrera es de otra cuenta, y la tuya no está vinculada con ella.",
    askOwner:
      "Esta carrera está restringida y todavía no tiene años: solo está en la lista de su titular.",
    ownerEmail: "Correo electrónico de la cuenta titular",
    open: "Abrir",
    notTheirs: "Esa cuenta no tiene esta carrera.",
  },

  form: {
    empty: "vacío",
    required: "El nombre, la dirección y el correo de contacto son obligatorios.",
    requiredOnEdit: "El nombre y el correo de contacto son obligatorios.",
    saved: "Guardado.",
    savedWith: (fields) =>
      `Guardado. Mientras tanto otra persona había cambiado esto, y así se queda: ${fields}.`,
    gone: "Se ha borrado mientras tanto.",
    conflict: "Otra persona ha cambiado lo mismo desde que lo abriste. No se ha guardado nada.",
    stored: "Guardado ahora:",
    yours: "Lo tuyo:",
    saveAgain: "Vuelve a guardar para poner lo tuyo en su lugar.",
    takeStored: "Tomar lo guardado",
  },

  event: {
    heading: "Carrera",
    editHidden: "la carrera",
    fields: {
      name: "Nombre",
      slug: "Dirección",
      type: "Tipo de carrera",
      contactEmail: "Correo de contacto",
      website: "Página web",
      image: "Imagen",
      certName: "Nombre en los diplomas",
      accentColor: "Color de la carrera",
      logo: "Logotipo",
      sponsor: "Línea de patrocinio",
      restricted: "Restringida",
    },
    types: {
      distance: "Distancia: un recorrido, y quién es más rápido",
      time: "Tiempo: cuantas más vueltas en un tiempo dado",
      backyardultra: "Backyard ultra: una vuelta cada hora",
    },
    noName: "El nombre es obligatorio",
    slugRule: "De 1 a 50 letras de la a a la z, cifras y guiones",
    slugTaken: "Esta dirección está en uso. Las de carreras borradas se quedan con su titular.",
    slugReserved: "«new» es una dirección de esta gestión. Elige otra.",
    addressRule: "Vacío, o una dirección que empiece por http:// o https://",
    slugAbout: (address) =>
      `Forma parte de todas las direcciones de la carrera y no se puede cambiar después: ${address}`,
    nameAbout: "Varias carreras pueden llamarse igual.",
    contactAbout: "Lo puede ver todo el mundo.",
    websiteAbout: "Una dirección que empiece por https://, o vacío.",
    imageAbout: "La dirección de una imagen, o vacío.",
    certAbout: "Aparece en los diplomas en lugar del nombre. Vacío: el nombre.",
    face: "La imagen propia de la carrera",
    colorAbout:
      "Por ejemplo #0a7d4f, o vacío. De él salen los enlaces y las bandas, de modo que se lean en claro y en oscuro.",
    colorRule: "Vacío, o # y seis de las cifras 0 a 9 y letras a a f, como #0a7d4f",
    pickColor: "Elegir el color de la carrera",
    logoAbout:
      "La dirección de una imagen, que empiece por https://, o vacío. Los diplomas guardados solo la llevan si su servidor deja que otros sitios la lean (CORS).",
    logoRule: "Vacío, o una dirección que empiece por https://",
    sponsorAbout: "Una línea bajo el título de las páginas de la carrera, o vacío.",
    sponsorRule: "Una línea de hasta 120 caracteres",
    preview: "Así se verán las páginas",
    previewLink: "Un enlace",
    schemes: { light: "Claro", dark: "Oscuro" },
    contrast: (color, contrast) => `Enlaces: ${color}, contraste ${contrast}:1`,
    typeAbout: "Decide cómo se leen los resultados: cámbialo solo antes de la primera subida.",
    owner: "Correo electrónico de la cuenta que será titular",
    ownerAbout: "Para administradores. Vacío: tu propia cuenta.",
    add: "Añadir carrera",
  },

  alerts: {
    heading: (year) => `Avisos por SMS ${year}`,
    unknown: "Ahora no se pueden consultar las cifras de los avisos.",
    timingClient:
      "Los mensajes de esta carrera los envía el programa de cronometraje. Aquí no se sabe qué ha enviado.",
    following: "Siguen la carrera",
    followers: {
      sms: (subscribers, subscriptions) =>
        `${counted(subscribers, { one: "teléfono", other: "teléfonos" })}, ${counted(subscriptions, { one: "suscripción", other: "suscripciones" })}`,
      push: (subscribers, subscriptions) =>
        `${counted(subscribers, { one: "dispositivo por notificación", other: "dispositivos por notificación" })}, ${counted(subscriptions, { one: "suscripción", other: "suscripciones" })}`,
      email: (subscribers, subscriptions) =>
        `${counted(subscribers, { one: "dirección de correo", other: "direcciones de correo" })}, ${counted(subscriptions, { one: "suscripción", other: "suscripciones" })}`,
    },
    waiting: "En espera",
    sent: "Enviados",
    notSent: "No enviados",
    reasons: {
      too_late: (count) => `${count} demasiado tarde`,
      blocked: (count) => `${count} a teléfonos que dijeron STOP`,
      capped: (count) => `${count} por encima del límite`,
      anonymous: (count) => `${count} sobre personas anónimas`,
      removed: (count) => `${count} dados de baja entretanto`,
      deleted: (count) => `${count} sobre resultados eliminados`,
    },
    refused: "Rechazados por los operadores",
    doubtful: "No se sabe si se enviaron",
    cost: "Coste hasta ahora, como máximo",
    dollars: (amount) => `${amount} $`,
    pause: "Pausar los avisos",
    resume: "Volver a enviar avisos",
    isPaused: "En pausa: no se envía nada.",
    tooMany: (texts, promised) =>
      `Quien sigue esta carrera recibe hasta ${texts} mensajes; el formulario promete ${promised}. Quien administra este servidor puede cambiar lo prometido.`,
    pauseAbout: "Lo que espera más de 15 minutos se descarta, también durante la pausa.",
    planner: {
      heading: "¿Llegarán a tiempo los mensajes?",
      about:
        "Un operador solo acepta cierto número de mensajes por segundo. Lo que necesita esta carrera, antes del día:",
      fields: {
        followers: "Seguidores",
        points: "Puntos de control antes de la meta",
        first: "Primera llegada a las (h:mm)",
        last: "Última llegada a las (h:mm)",
      },
      incomplete: "Rellena los cuatro campos para ver el plan.",
      sentence: (followers, rate, minutes) =>
        `${followers} seguidores a ${rate} mensajes por segundo: el último sale ${counted(minutes, { one: "minuto", other: "minutos" })} después de la última llegada`,
      also: (rate, minutes) => `a ${rate} por segundo, ${minutes}`,
      atRate: (rate, peak) => `A ${rate} por segundo esperan hasta ${peak}.`,
      noneLate: "Ninguno llega demasiado tarde.",
      late: (late, finishes) => `${late} se descartan por tarde, ${finishes} de ellos de meta.`,
    },
  },

  access: {
    heading: "Acceso",
    open: "Abierta: todo el mundo puede ver esta carrera.",
    restricted:
      "Restringida: no la ve nadie más que tú, las cuentas que has vinculado y los administradores.",
    restrict: "Restringir",
    release: "Abrir a todo el mundo",
    ask: "¿Restringir esta carrera?",
    askRelease: "¿Abrir esta carrera a todo el mundo?",
    effects: [
      "No está en la lista de carreras, y todas sus páginas públicas (resultados, estado, premios, corredores, diplomas, circuitos) muestran un error. Lo que estaba publicado se retira al momento, también los nombres.",
      "Los enlaces y códigos impresos que ya tiene la gente llevan a esa página de error. Vuelven a funcionar, sin cambios, cuando se abra de nuevo.",
      "Nadie puede pedir avisos por SMS mientras esté restringida.",
      "El programa de cronometraje, los programas con una clave de tu cuenta, la entrega de dorsales y esta gestión siguen como antes.",
      "Las definiciones de circuitos y las clasificaciones juveniles son archivos aparte y siguen siendo públicos: retíralos en la página de archivos.",
      "Lo que alguien haya cargado, guardado o impreso antes se queda con esa persona.",
    ],
    released:
      "Todos sus años vuelven a publicarse en segundos, en las mismas direcciones: la lista de carreras, los nombres, los resultados. Los enlaces y códigos impresos de antes vuelven a funcionar.",
    option: "Restringida: solo la ves tú, hasta que la abras a todo el mundo",
    nowRestricted: "La carrera está restringida desde ahora.",
    nowOpen: "La carrera está abierta a todo el mundo desde ahora.",
  },

  years: {
    heading: "Años",
    none: "Todavía no hay años. Un año es una edición de la carrera, con sus propios resultados y participantes.",
    noneLinked: "Todavía no hay años.",
    add: "Añadir año",
    addHeading: "Año nuevo",
    added: (year) => `Se ha añadido ${year}.`,
    deleted: (year) => `Se ha borrado ${year}.`,
    copied: (year) =>
      `La hora, los avisos y el orden son los de ${year}: cambia lo que sea distinto.`,
    fields: {
      year: "Año",
      dateTime: "Salida",
      live: "En vivo",
      daysAllowed: "Días de avisos por SMS",
      rankingType: "Puestos por",
      official: "Oficiales",
    },
    yearRule: "De 1 a 20 letras, cifras y guiones, por ejemplo 2026 o 2026-mayo",
    yearTaken: "Este año ya existe.",
    yearReserved: (word) => `«${word}» es una palabra de las direcciones. Elige otra.`,
    yearAbout:
      "El de la fecha, mientras no escribas otro. Forma parte de las direcciones de esta edición y no se puede cambiar después.",
    date: "Fecha",
    noDate: "La fecha es obligatoria",
    time: "Hora de la salida",
    noTime: "La hora es obligatoria",
    offset: "Zona horaria de la carrera, como diferencia con UTC",
    startsAt: (start) => `Sale el ${start}.`,
    onThisDevice: (time) => `En este dispositivo son: ${time}.`,
    deviceZone: (zone, offset) => `Este dispositivo está en ${zone}, que ese día tiene ${offset}.`,
    takeDevice: (offset) => `Usar ${offset}`,
    unknownZone: "una zona horaria sin nombre",
    daysRule: "Un número entero de días; 0 para ninguno",
    daysAbout: "Durante estos días desde la salida se pueden pedir avisos por SMS. 0: nunca.",
    rankings: {
      distance: { gun: "Tiempo bruto", chip: "Tiempo de chip" },
      backyardultra: {
        gun: "Horas, luego tiempo transcurrido",
        chip: "Horas, luego tiempo acumulado",
      },
      time: { gun: "Vueltas, luego tiempo bruto", chip: "Vueltas, luego tiempo de chip" },
    },
    asStored: (word) => `${word} (como está guardado; se muestra como el disparo)`,
    rankingAbout:
      "Lo que dicen las páginas de resultados y con lo que empiezan. Los puestos vienen del programa de cronometraje.",
    live: "En vivo",
    liveAbout:
      "Las páginas de este año se actualizan solas cada 10 segundos y dicen EN VIVO. Apágalo cuando acabe la carrera.",
    isLive: (year) => `${year} está en vivo desde ahora.`,
    isNotLive: (year) => `${year} ya no está en vivo.`,
    official: "Resultados oficiales",
    officialAbout: {
      since: (time) =>
        `Las páginas de este año, el papel y las tarjetas de los enlaces dicen «Oficiales desde ${time}», y cuándo se ha corregido algo después.`,
      unofficial:
        "Las páginas de este año, el papel y las tarjetas de los enlaces dicen «No oficiales».",
      unsaid: "Las páginas de este año no dicen si sus resultados son oficiales.",
    },
    sayUnofficial: "Decir «No oficiales»",
    sayNothing: "No decir nada",
    isOfficial: (year) => `Los resultados de ${year} son oficiales desde ahora.`,
    isUnofficial: (year) => `Los resultados de ${year} están marcados como no oficiales.`,
    isUnsaid: (year) => `Las páginas de ${year} ya no dicen nada de eso.`,
    alertsUntil: (time) => `hasta ${time}`,
    noAlerts: "ninguno",
  },

  state: {
    published: "Publicado",
    nothing: "nada todavía",
    rows: "Filas",
    people: "Personas",
    lastUpload: "Última subida",
    noUpload: "ninguna",
    checked: (time) =>
      `Consultado a las ${time}, y de nuevo cada 10 segundos mientras esta página está abierta. Las horas son las de este dispositivo.`,
    lost: (time) => `Se ha perdido la conexión. Última consulta de lo publicado: ${time}.`,
    unknown: "todavía no se sabe",
  },

  clock: {
    unset: (shown) =>
      `El reloj del servidor marca ${shown}, una hora anterior a la creación de su programa.`,
    behind: (shown, by) =>
      `El reloj del servidor marca ${shown} y va ${by} por detrás de algo que se subió: está atrasado ahora, o estaba adelantado entonces.`,
    forward: (shown, by) =>
      `El reloj del servidor marca ${shown} y se ha adelantado ${by}: alguien lo ha cambiado, o el equipo estaba en reposo.`,
    about:
      "Las subidas conservan su orden. Las claves, las sesiones y los avisos por SMS se rigen por este reloj: compruébalo en el equipo.",
  },

  disk: (fault) =>
    DISK[fault] ?? "No se puede escribir en el disco de este equipo: su registro dice por qué.",
  notVisited:
    "Ningún otro dispositivo ha pedido nada a este equipo desde que se inició. Abre una de sus páginas en un móvil: si no se abre, puede que el móvil y el equipo estén en redes distintas o que haya un cortafuegos entre ellos.",

  backups: {
    made: (minutes) =>
      minutes === null
        ? "Se está haciendo la primera copia de seguridad de este equipo."
        : `La última copia de seguridad de este equipo es de hace ${age(minutes)}.`,
    failing: (why, minutes) =>
      `No se hacen copias de seguridad de este equipo: ${WITHOUT_BACKUP[why] ?? "su registro dice por qué."} ${
        minutes === null
          ? "No hay ninguna desde que se inició."
          : `La última es de hace ${age(minutes)}.`
      }`,
  },

  firstRace: {
    heading: "Tu primera carrera",
    done: "hecho",
    steps: {
      event: "La carrera tiene nombre y dirección.",
      year: "Fecha y salida de la carrera, abajo en «Años».",
      entries:
        "Lista de inscritos con las distancias: importa un archivo o añade personas en la entrega de dorsales.",
      results:
        "Una subida de prueba: una hoja de cálculo, o el programa de cronometraje con una clave de tu cuenta.",
    },
    ways: {
      entries: "Importar participantes",
      results: "Resultados de una hoja de cálculo",
    },
    after:
      "Después comparte las direcciones e imprime carteles («Preparación»), activa «En vivo» cuando empiece la carrera y «Oficiales» cuando los resultados sean firmes. Lo subido como prueba se puede subir otra vez, o se borra con su año.",
  },

  setUp: {
    heading: "Preparación",
    series: "Circuitos y clasificaciones juveniles",
    seriesAbout: "Solo para carreras que puntúan en un circuito o en una clasificación juvenil.",
  },

  addresses: {
    heading: "Direcciones y carteles",
    about:
      "Una dirección sin año muestra siempre el último año. Cada una tiene un cartel con un código QR para imprimir.",
    of: "Direcciones de",
    latest: "el último año",
    kinds: {
      results: "Resultados",
      status: "Estado",
      awards: "Premios",
      arrivals: "Llegadas, para quien anuncia",
      checkin: "Entrega de dorsales",
      series: "Circuito",
      "team-results": "Resultados por equipos",
      pntf: "Clasificación del campeonato PNTF",
      "pntf-awards": "Premios del campeonato PNTF",
      "ytp-awards": "Premios YTP",
      "ytp-series": "Circuito YTP",
      "pntf-youth": "Resultados del campeonato juvenil PNTF",
    },
    seriesAbout:
      "El circuito tiene una sola dirección, sin año: su página ofrece los años de su definición.",
    others:
      "Las páginas de circuitos, equipos y campeonatos aparecen cuando hay algo que mostrar en ellas.",
    showAll: "Mostrar todas las páginas",
    copy: "Copiar",
    copyHidden: (kind) => `la dirección de ${kind}`,
    copied: (kind) => `Se ha copiado la dirección de ${kind}.`,
    byHand: "Tu navegador no permite copiar aquí. La dirección está seleccionada: cópiala a mano.",
    poster: "Cartel",
    posterHidden: (kind) => `de ${kind}`,
    embed: "Resultados en tu propia página",
    embedAbout:
      "Esta línea de HTML muestra la tabla de resultados en cualquier página. Sigue una carrera en vivo, no pone cookies ni guarda nada.",
    embedFrameAbout:
      "Donde un editor quita los scripts, esta otra también la muestra, con una altura fija.",
    embedCopy: "la línea de HTML",
    embedFrameCopy: "el marco",
    embedCopied: "Se ha copiado la línea.",
    embedByHand: "Tu navegador no permite copiar aquí. La línea está seleccionada: cópiala a mano.",
    restricted:
      "Mientras la carrera esté restringida, sus páginas públicas y carteles muestran un error.",
  },

  deletion: {
    heading: "Borrar esta carrera",
    button: "Borrar la carrera",
    year: "Borrar",
    ofYear: (year, event) => `Esto borra ${year} de ${event}.`,
    ofEvent: (event, years) =>
      `Esto borra ${event} con ${counted(years, { one: "año", other: "años" })}.`,
    withYear:
      "Con él se van sus resultados y personas, sus participantes con la entrega de dorsales, chips, tramos y distancias, sus avisos por SMS y sus clasificaciones juveniles.",
    withEvent:
      "Con cada año se van sus resultados y personas, sus participantes con la entrega de dorsales, chips, tramos y distancias, sus avisos por SMS y sus clasificaciones juveniles; y también la definición de circuitos.",
    addresses:
      "Sus direcciones, enlaces y códigos impresos muestran al momento que ahí no hay nada, y un programa de cronometraje que siga subiendo es rechazado.",
    final: "No se puede deshacer. Un año que se vuelve a hacer empieza vacío.",
    slug: (slug) =>
      `La dirección ${slug} se queda con su titular: ninguna otra cuenta puede usarla.`,
    typeYear: (year) => `Escribe ${year} para confirmar`,
    typeSlug: (slug) => `Escribe ${slug} para confirmar`,
    wrong: (word) => `Escribe ${word} exactamente como está aquí`,
    done: (event) => `Se ha borrado ${event}.`,
  },
};
