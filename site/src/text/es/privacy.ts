/** Runners' requests about their own data, on a runner's page, in Spanish. */
import type { privacy as english } from "../en/privacy";

export const privacy: typeof english = {
  about: (runner) =>
    `¿Es usted ${runner}? Pida a la organización que le muestre de otra manera o que corrija algo. Nada cambia antes de que lo acepte.`,
  required: "Los campos sin «opcional» son obligatorios.",
  wish: "¿Qué pide?",
  wishes: {
    initials: "Mostrarme con iniciales",
    no_age: "No mostrar mi edad ni mi categoría de edad",
    hidden: "No mostrar mi nombre en absoluto",
    correction: "Hay un error",
  },
  what: {
    initials: "En resultados, listas, avisos e imágenes aparece como en «C. B.».",
    no_age:
      "Se omiten la edad, la categoría y su puesto en ella. Los puestos de los demás no cambian.",
    hidden:
      "El dorsal y los tiempos quedan, su nombre no aparece en ningún sitio. Nadie recibe avisos sobre usted.",
    correction:
      "Diga qué está mal y qué es lo correcto. La organización lo corrige en el programa de cronometraje.",
  },
  text: "¿Qué está mal?",
  noText: "Diga qué está mal.",
  proof:
    "Para que nadie más pueda pedirlo por usted, estos datos se comparan con la lista de la organización. No se guardan ni se muestran.",
  birthdate: "Fecha de nacimiento del corredor",
  noBirthdate: "Indique la fecha de nacimiento.",
  mobile: "Teléfono dado en la inscripción (opcional)",
  mobileAbout: "Necesario si dio uno.",
  contact: "Correo para la respuesta (opcional)",
  contactAbout: "Solo lo ve la organización. Se borra a los 90 días con la petición.",
  wrongContact: "Escriba una dirección de correo, o nada.",
  submit: "Enviar a la organización",
  sent: "Si estos datos coinciden con la lista de la organización, ya tiene su petición. Si su lista no tiene fecha de nacimiento, tiene que averiguar de otra manera quién pide. Aquí verá cuándo está hecho.",
  often:
    "Se ha intentado demasiadas veces. Vuelva a intentarlo mañana o escriba a la organización.",
  failed: "No ha funcionado. Vuelva a intentarlo.",
};
