/** The pages about e-mails to an address, and the documents of the API. */
import type { pages as english } from "../en/pages";
import { counted } from "../intl";

export const pages: typeof english = {
  mail: {
    unsubscribeTitle: (product) => `${product} - Darse de baja`,
    subscribeTitle: (product) => `${product} - Suscribirse`,
    noAddress:
      "Este enlace no tiene dirección de correo: no se ha cambiado nada. Abre otra vez el enlace del correo, o cópialo entero.",
    success: "¡Hecho!",
    blocked: (email) => `Ya no te enviaremos correos a ${email}.`,
    subscribeAgain: "Volver a suscribirme",
    notBlocked:
      "Algo ha ido mal y no hemos podido añadirte a la lista de personas que no quieren correos.",
    unblocked: (email) => `Gracias por permitirnos enviarte correos a ${email}.`,
    unsubscribe: "Darme de baja",
    notUnblocked:
      "Algo ha ido mal y no hemos podido quitarte de la lista de personas que no quieren correos.",
  },

  apiDocs: {
    title: "API",
    hosts: "Servidores",
    host: { account: "API de cuentas", remote: "API remota" },
    document: "Documento OpenAPI",
    base: "Dirección base:",
    example: "Ejemplo",
    exampleOf: (call: string) => `Ejemplo de ${call}`,
    copy: "Copiar",
    copied: "Copiado.",
    copyByHand: "Aquí no está permitido: está seleccionado, cópialo con el teclado.",
    search: "Buscar en rutas y resúmenes",
    found: (count) => counted(count, { one: "llamada", other: "llamadas" }),
    request: "Petición",
    nothing: "Sin campos.",
    answer: (code) => `Respuesta ${code}`,
    errors: "Errores",
    fields: "Campos",
    any: "cualquiera",
    time: "instante",
    listOf: (type) => `lista de ${type}`,
    mapOf: (type) => `mapa de ${type}`,
    orNull: (type) => `${type} o null`,
    upTo: (count) => `hasta ${counted(count, { one: "carácter", other: "caracteres" })}`,
  },
};
