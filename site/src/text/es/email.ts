/** E-mails about a finish, in Spanish: on a runner's page, and behind the links of the e-mails. */
import type { email as english } from "../en/email";

export const email: typeof english = {
  heading: "Correo al llegar a la meta",
  about: (sender, runner) =>
    `${sender} le envía un correo con el resultado y el diploma cuando ${runner} llegue a la meta. Antes le pregunta por correo si la dirección es suya.`,
  address: "Correo electrónico",
  submit: "Enviarme el correo",
  wrong: "Escriba una dirección de correo electrónico.",
  asked: (address) =>
    `Casi listo: abra el correo que va a ${address}, siga su enlace y pulse «Confirmar» dentro de 24 horas. ¿No está? Mire en el correo no deseado.`,
  over: "Es demasiado tarde para pedir correos de esta carrera.",
  often: "Se ha intentado demasiadas veces. Vuelva a intentarlo más tarde.",
  failed: "No ha funcionado. Vuelva a intentarlo.",
  confirm: {
    title: (product) => `${product} - Confirmar correo`,
    heading: "Confirme su dirección de correo",
    about: "Pulse para recibir un correo cuando llegue a la meta el corredor que eligió.",
    button: "Confirmar",
    done: "Confirmada",
    what: "Recibirá un correo cuando su corredor llegue a la meta. Un enlace en él termina los correos.",
    results: "Resultados de la carrera",
    unknown:
      "Este enlace no está completo o tiene más de 24 horas. Pida otro en la página del corredor.",
    over: "Es demasiado tarde para correos de esta carrera.",
    ended: "Esta dirección se dio de baja de nuestros correos y por eso no recibe ninguno.",
  },
  end: {
    title: (product) => `${product} - Terminar correos`,
    heading: "¿No recibir más correos?",
    about:
      "Pulse, y la dirección que recibió este enlace no recibirá más correos nuestros, de ninguna carrera.",
    button: "Darse de baja",
    done: "Baja hecha",
    what: "La dirección no recibirá más correos nuestros.",
    unknown: "Este enlace no está completo. Ábralo otra vez en el correo o cópielo entero.",
  },
};
