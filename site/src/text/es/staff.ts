/** Texts for the people who run the race: sign-in, account and remote portals. */
import type { staff as english } from "../en/staff";
import { counted, number } from "../intl";

export const staff: typeof english = {
  login: {
    title: (product) => `${product} - Entrar`,
    heading: { account: "Entrar", remote: "Entrar en el servidor remoto" },
    required: "Los dos campos son obligatorios.",
    email: "Correo electrónico",
    password: "Contraseña",
    noEmail: "El correo electrónico es obligatorio",
    noPassword: "La contraseña es obligatoria",
    submit: "Entrar",
    failed: "No se ha podido entrar.",
    tryAt: (time) => `Puedes volver a intentarlo a las ${time}.`,
    ended: "Tu sesión ha terminado. Vuelve a entrar.",
  },

  logout: {
    title: (product) => `${product} - Salir`,
    running: "Cerrando la sesión…",
    question: "¿Quieres salir?",
    unsent: (count) =>
      `De la entrega de dorsales y todavía no en el servidor: ${counted(count, { one: "cambio", other: "cambios" })}. Al salir se borra lo que hay en este dispositivo.`,
    leave: "Salir y borrarlo",
    stay: "Seguir en la sesión",
  },

  notYours: {
    heading: "No es tu carrera",
    otherAccount: "Entrar con otra cuenta",
    toAccount: "A tu cuenta",
  },

  portal: {
    title: {
      account: (product) => `${product} - Cuenta`,
      remote: (product) => `${product} - Remoto`,
    },
    heading: { account: "Cuenta", remote: "Servidor remoto" },
    logout: "Salir",
  },

  form: {
    failed: "Algo ha ido mal. Vuelve a intentarlo.",
    edit: "Editar",
    save: "Guardar",
    cancel: "Cancelar",
    allRequired: "Todos los campos son obligatorios.",
  },

  dialog: { warning: "Aviso", confirm: "Confirmar" },

  account: {
    heading: "Datos de la cuenta",
    name: "Nombre",
    email: "Correo electrónico",
    noName: "El nombre es obligatorio",
    noEmail: "El correo electrónico es obligatorio",
    badEmail: "El formato del correo electrónico no es válido",
    password: "Contraseña",
    noPassword: "La contraseña es obligatoria",
    changePassword: "Cambiar la contraseña",
    oldPassword: "Contraseña actual",
    newPassword: "Contraseña nueva",
    repeatPassword: "Repite la contraseña nueva",
    noOldPassword: "Tienes que confirmar tu contraseña actual",
    shortPassword: "La contraseña debe tener al menos 8 caracteres.",
    noRepeat: "Tienes que repetir la contraseña nueva.",
    noMatch: "Las contraseñas deben coincidir",
    changesEmail: "Al cambiar tu correo electrónico se cerrará tu sesión. Confirma esta acción.",
    changesPassword: "Al cambiar tu contraseña se cerrará tu sesión. Confirma esta acción.",
    everywhere: "Salir en todas partes",
    endsEverywhere:
      "Terminan todas las sesiones de esta cuenta: la de este dispositivo y las de todos los demás. Tus claves siguen funcionando.",
    type: "Tipo",
    noType: "El tipo es obligatorio",
    chooseType: "Elige un tipo",
    types: {
      registration: "Inscripciones",
      free: "Gratuita",
      paid: "De pago",
      admin: "Administración",
    },
  },

  addAccount: {
    heading: "Añadir una cuenta",
    submit: "Añadir",
    added: (email) => `Se ha añadido ${email}.`,
  },

  linked: {
    heading: "Cuentas vinculadas",
    about:
      "Una cuenta vinculada, del tipo Inscripciones, puede ver y cambiar los participantes de tus carreras.",
    add: "Añadir",
    unlink: (name) => `Desvincular ${name}`,
    none: "No hay cuentas vinculadas.",
    linked: (email) => `Se ha vinculado ${email}.`,
    unlinked: (email) => `Se ha desvinculado ${email}.`,
  },

  raceDay: {
    heading: "Esta semana",
    today: "Hoy",
    rooms: {
      checkin: "Entrega de dorsales",
      arrivals: "Llegadas",
      awards: "Premios",
      correct: "Corregir",
      publication: "Publicación",
      official: "Oficiales",
    },
  },

  readers: {
    heading: "Lectores",
    none: "Ningún lector tiene clave todavía. Añade abajo una del tipo Sistema de cronometraje.",
    unknown: "No se pudo cargar qué leyó por última vez.",
    lastRead: (time, who) => `Última lectura ${time}: ${who}`,
    who: {
      bib: (bib) => `dorsal ${bib}`,
      chip: (chip) => `chip ${chip}`,
    },
  },

  events: {
    heading: "Carreras",
    none: "Todavía no hay carreras.",
    add: "Carrera nueva",
    checkin: "Entrega de dorsales",
    desk: "Gestión",
    search: "Buscar carreras",
    matching: (count) =>
      `${counted(count, { one: "carrera encontrada", other: "carreras encontradas" })}`,
    find: "Dirección de una carrera, o correo de una cuenta con carreras",
    findButton: "Buscar",
    found: (count, email) => `${counted(count, { one: "carrera", other: "carreras" })} de ${email}`,
    pages: "Páginas de carreras",
    page: (page) => `Página ${page}`,
    previous: "Anterior",
    next: "Siguiente",
    shown: (from, to, total) => `Carreras ${number(from)} a ${number(to)} de ${number(total)}`,
  },

  keys: {
    heading: "Claves",
    none: "Todavía no hay claves.",
    addHeading: "Añadir una clave",
    added: "Se ha añadido la clave. Copia su valor ahora, o muéstralo más tarde.",
    name: "Nombre",
    value: "Valor",
    type: "Tipo",
    types: {
      account: { read: "Leer", write: "Escribir", delete: "Borrar" },
      remote: { read: "Solo lectura", write: "Sistema de cronometraje", delete: "Administración" },
    },
    hosts: "Servidores permitidos",
    anyHost: "Cualquier servidor",
    host: "Añadir un servidor",
    addHost: "Añadir servidor",
    removeHost: (host) => `Quitar ${host}`,
    hostsAbout:
      "Las páginas web de estos servidores pueden usar la clave, por ejemplo example.org. Los programas, como el de cronometraje, necesitan una clave sin servidores.",
    hostProblems: {
      address: "Solo el servidor, sin http:// delante y sin nada detrás: example.org",
      port: "Sin puerto: example.org",
      wildcard: "Cada servidor con su nombre completo, sin *: www.example.org",
      blank: "Los servidores de uno en uno, sin espacios: example.org",
      odd: "Esto no puede ser un servidor. Un servidor se escribe así: example.org",
    },
    neverMatches: (hosts) => `Ninguna página web tiene un servidor así: ${hosts}`,
    until: "Válida hasta",
    untilAbout:
      "Un día, o una fecha con hora. Un día cuenta hasta su final en UTC. Vacío: la clave no caduca nunca.",
    day: "Elige un día",
    never: "No caduca nunca.",
    expires: (date) => `Caduca el ${date}.`,
    expired: (date) => `Caducó el ${date}: esta clave ya no funciona.`,
    used: (date) => `Usada por última vez el ${date} (UTC).`,
    neverUsed: "Sin usar todavía, que se sepa.",
    usedUnknown: "No se ha podido cargar cuándo se usaron las claves por última vez.",
    show: "Mostrar",
    hide: "Ocultar",
    copy: "Copiar",
    copied: "Copiado.",
    copyByHand: "Tu navegador no permite copiar aquí. El valor está seleccionado: cópialo a mano.",
    masked: "oculto",
    saved: "Guardado.",
    delete: "Borrar",
    deletion: "Borrar esta clave es definitivo.",
    deleted: "Se ha borrado la clave.",
    mayExist: "Puede que la clave siga existiendo. Vuelve a cargar la página para ver tus claves.",
  },

  more: (count) => `Mostrar ${number(count)} más`,
  accounts: {
    heading: "Todas las cuentas",
    search: "Buscar por nombre o correo electrónico",
    found: (count) => counted(count, { one: "cuenta", other: "cuentas" }),
    none: "Ninguna cuenta coincide.",
    you: "Esta cuenta es la tuya.",
    locked: "Bloqueada",
    lock: "Bloquear",
    unlock: "Desbloquear",
    saveType: "Guardar el tipo",
    saved: (name) => `Se ha guardado ${name}.`,
    wasLocked: (name) =>
      `Se ha bloqueado ${name}: la cuenta no puede entrar y sus claves han dejado de funcionar.`,
    wasUnlocked: (name) => `Se ha desbloqueado ${name}.`,
    delete: "Borrar",
    deletion: (name, email) => `Esto borra la cuenta de ${name}, ${email}.`,
    goesWithIt:
      "Se cierran todas sus sesiones, sus claves dejan de funcionar y sus vínculos con otras cuentas terminan. Sus carreras se quedan, y desde entonces solo la administración puede cambiarlas. La dirección no podrá volver a tener una cuenta.",
    typeEmail: "Escribe el correo electrónico de la cuenta para confirmar",
    notTheSame: "Este no es el correo electrónico de la cuenta",
    deleted: (email) => `Se ha borrado ${email}.`,
    lastAdmin: "Esta es la última cuenta de administración. Antes, dale ese tipo a otra persona.",
  },
};
