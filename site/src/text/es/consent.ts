/**
 * Consent to text alerts: change `wording` whenever you change `box` or `disclosure`, as in
 * English.
 */
import type { consent as english } from "../en/consent";
import { number } from "../intl";

export const consent: typeof english = {
  wording: "2026-11-es",
  box: (sender, runner, event) =>
    `Acepto que ${sender} envíe a este teléfono mensajes de texto automáticos, en inglés, sobre ${runner} en ${event}. El teléfono es mío o quien lo usa ha dado su permiso.`,
  chosenRunner: "el participante que elija",
  disclosure: (most) => [
    "Un mensaje al suscribirte, otro en cada punto de control y otro en la meta.",
    most === null
      ? "La frecuencia varía según el número de puntos de control."
      : `La frecuencia varía, hasta unos ${most} mensajes por carrera.`,
    "Tu operador puede cobrar por mensajes y datos. Responde HELP para recibir ayuda y STOP para darte de baja.",
    "Aceptar no es condición para comprar nada ni para participar.",
  ],
  required: "El teléfono y la casilla son obligatorios.",
  tickFirst: "Marca la casilla para aceptar los mensajes.",
  phone: {
    required: "El número de teléfono es obligatorio.",
    notValid:
      "El número de teléfono no es válido. Se esperan 10 cifras. Ej.: 123-555-1234 1235551234 etc.",
  },
  check: (name, event, phone) =>
    `Los mensajes sobre ${name} en ${event} irán al ${phone}. Comprueba el número: uno equivocado es de otra persona.`,

  terms: {
    title: (product) => `${product} - Condiciones de los avisos por SMS`,
    heading: "Condiciones de los avisos por SMS",
    anyRace: "la carrera en cuya página me suscribo",
    about: (sender) =>
      `Avisos de carrera de ${sender}: mensajes sobre las personas que eliges seguir.`,
    sections: {
      program: {
        heading: "Qué recibes",
        paragraphs: ({ name }) => [
          `${name} envía mensajes sobre la persona que elegiste, en la carrera que elegiste: uno al suscribirte, uno en cada punto de control por el que pasa y uno en la meta. Llevan el nombre de la carrera, el de la persona, el tiempo y, en la meta, el puesto.`,
          "No se envía publicidad. Los mensajes están en inglés. No se envía nada sobre quienes no quieren que aparezca su nombre.",
        ],
      },
      joining: {
        heading: "Cómo te suscribes",
        paragraphs: () => [
          "En la página de resultados de una carrera: abre «Avisos por SMS» y elige a un participante; o en la página de un corredor: pulsa «Avisarme por SMS». Escribe un teléfono, marca la casilla, pulsa Enviar y confirma el número. La casilla no viene marcada. Dice:",
        ],
      },
      frequency: {
        heading: "Cuántos son y cuánto cuestan",
        paragraphs: ({ name }) => [
          "La frecuencia varía según el número de puntos de control y termina con la carrera. El formulario dice cuántos mensajes envía la carrera como máximo, más o menos.",
          `${name} no cobra nada. Tu operador puede cobrar por mensajes y datos, según tu tarifa.`,
        ],
      },
      email: {
        heading: "Correo en lugar de mensajes",
        paragraphs: ({ name }) => [
          `Donde la página de un corredor lo ofrece, ${name} envía un correo con el resultado y el diploma cuando llega a la meta: solo a una dirección que lo ha confirmado con el enlace que recibió. Todo correo lleva un enlace que los termina todos.`,
        ],
      },
      ending: {
        heading: "Cómo los terminas",
        paragraphs: ({ name }) => [
          `Responde STOP a cualquier mensaje: no se envía nada más a tu teléfono, de ninguna carrera, hasta que respondas START. ${name} obedece igual a QUIT, END, CANCEL, UNSUBSCRIBE, REVOKE y OPT OUT. También puedes terminar los avisos de una carrera con «Dejar de recibir avisos por SMS» al pie de su página de resultados, o pedirlo por cualquier otro medio.`,
        ],
      },
      help: {
        heading: "Ayuda",
        paragraphs: ({ support }) => [
          support === ""
            ? "Responde HELP a cualquier mensaje o pregunta a quien organiza la carrera."
            : `Responde HELP a cualquier mensaje o pregunta aquí: ${support}`,
        ],
      },
      conditions: {
        heading: "Lo que conviene saber",
        paragraphs: () => [
          "Aceptar no es condición para comprar nada ni para participar en una carrera.",
          "Los operadores no responden de mensajes retrasados o no entregados. Un mensaje que llegaría con más de 15 minutos de retraso no se envía. Los tiempos y puestos de los mensajes no son oficiales y pueden corregirse; vale lo que dice la página de resultados.",
          "Suscribe tu propio teléfono o el de alguien que te haya dado permiso. Pueden suscribirse números de diez cifras de Estados Unidos y Canadá, salvo que el servicio admita menos.",
        ],
      },
    },
  },

  privacy: {
    title: (product) => `${product} - Privacidad de los avisos por SMS`,
    heading: "Privacidad de los avisos por SMS",
    about: (sender) => `Qué hace ${sender} con tu número de teléfono y qué no.`,
    sections: {
      collected: {
        heading: "Qué se guarda",
        paragraphs: () => [
          "Tu número de teléfono, la carrera y el participante que elegiste, cuándo te suscribiste y qué texto aceptaste. Tu dirección de red se guarda solo cifrada de forma irreversible, para probar tu consentimiento y limitar abusos.",
        ],
      },
      used: {
        heading: "Para qué se usa",
        paragraphs: () => [
          "Para enviar los mensajes que pediste, responder a HELP y STOP y probar tu consentimiento. Para nada más: ni publicidad ni perfiles.",
        ],
      },
      shared: {
        heading: "Quién lo recibe",
        paragraphs: ({ name }) => [
          "Los números de móvil, los datos de suscripción a los mensajes y el consentimiento no se venden, alquilan ni comparten con terceros ni con empresas afiliadas para fines comerciales o promocionales.",
          `Solo reciben el número quienes transportan los mensajes de ${name}: el servicio de mensajería, los operadores y, si los mensajes los envía el ordenador de cronometraje de la carrera, ese ordenador.`,
        ],
      },
      kept: {
        heading: "Cuánto tiempo",
        paragraphs: () => [
          "El número y la suscripción se borran 30 días después de que se cierren los avisos de la carrera. Un número que ha respondido STOP queda en una lista de números a los que no se envía nada, hasta que responda START: sin la lista, la baja se olvidaría.",
        ],
      },
      email: {
        heading: "Direcciones de correo",
        paragraphs: ({ name }) => [
          `Donde se ofrece un correo cuando un corredor llega a la meta: lo pedido va sellado en el enlace que recibe la dirección, y nada de ella se guarda antes de que se pulse allí «Confirmar». Después se guardan la dirección, la carrera, el corredor, el idioma y el momento, y se borran 30 días después de que se cierren los avisos de la carrera. Solo se usan para ese correo, y solo los recibe el servicio de correo de ${name}.`,
          "Todo correo lleva un enlace que los termina al momento. La dirección queda entonces en una lista de direcciones a las que no se envía nada: sin la lista, la baja se olvidaría.",
        ],
      },
      protected: {
        heading: "Cómo se protege",
        paragraphs: () => [
          "Donde el servicio funciona en AWS, los números viajan por conexiones cifradas y se guardan cifrados. No aparecen en ninguna dirección web, ningún registro y ningún archivo publicado.",
        ],
      },
      rights: {
        heading: "Tú decides",
        paragraphs: ({ support }) => [
          "Termina los avisos cuando quieras: responde STOP o usa «Dejar de recibir avisos por SMS» al pie de la página de resultados, que borra la suscripción al momento.",
          support === ""
            ? "Otros deseos y preguntas: pregunta a quien organiza la carrera."
            : `Otros deseos y preguntas: ${support}`,
        ],
      },
    },
  },
  /** The forms to subscribe and to end it (pages.md C3). */
  form: {
    required: {
      signUp: "Los dos campos y la casilla son obligatorios.",
      removal: "El teléfono es obligatorio.",
    },
    participant: "Participante",
    choose: "Elige a un participante de la lista.",
    more: (count) => `y ${number(count)} más: sigue escribiendo`,
    phone: "Teléfono",
    submit: "Enviar",
    over: "El plazo para suscribirse a los avisos ha terminado.",
    warning: "Aviso",
    subscribe: "Suscribirme",
    cancel: "Cancelar",
    subscribed: "Te has suscrito correctamente.",
    failed: "No se ha podido completar la suscripción a los avisos. Vuelve a intentarlo.",
    unsubscribe: "Darme de baja de los avisos por SMS",
    unsubscribed: "Te has dado de baja correctamente.",
    notUnsubscribed: "No se ha podido completar la baja.",
  },
};
