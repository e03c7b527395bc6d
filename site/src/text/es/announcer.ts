/** The awards desk, the arrivals and the kiosk, in Spanish (pages.md C4 "Desk", C23, C25). */
import { counted, number } from "../intl";
import type { announcer as english } from "../en/announcer";
import { pointName } from "./race-words";

export const announcer: typeof english = {
  desk: {
    counts: (given, absent) =>
      `${counted(given, { one: "premio entregado", other: "premios entregados" })}${absent > 0 ? `, ${counted(absent, { one: "ausente", other: "ausentes" })}` : ""}.`,
    changes: (count) =>
      `${counted(count, { one: "puesto ha cambiado", other: "puestos han cambiado" })} desde entonces.`,
    kept: "Se guarda solo en este dispositivo. El enlace lo pasa a otro.",
    notKept:
      "Este navegador no guarda nada: deja la página abierta. El enlace lo pasa a otro dispositivo.",
    share: "Compartir lo entregado",
    shareTitle: (event) => `Premios entregados: ${event}`,
    shared: "Premios entregados en otro dispositivo",
    sharedCount: (count) =>
      `Otro dispositivo entregó o anotó ${counted(count, { one: "premio que aún no está", other: "premios que aún no están" })} aquí.`,
    takeOver: "Añadirlos",
    leave: "No, gracias",
    handedOut: "Entregado",
    handOut: (name, list) => `Entregado: ${name}, ${list}`,
    absent: "Ausente",
    absentName: (name, list) => `Ausente: ${name}, ${list}`,
    isAbsent: "Ausente: los siguientes suben un puesto, solo en esta mesa.",
    movesUp: (place) => `Recibe el premio del puesto ${place}: falta alguien por delante.`,
    nowAnother: (given, now) =>
      `Ha cambiado: recibió el premio del puesto ${given} y ahora es el ${now}.`,
    takenBy: (place, name) => `Ha cambiado: el premio del puesto ${place} se entregó a ${name}.`,
    gone: (name, place) =>
      `Ha cambiado: ${name} recibió el premio del puesto ${place} y ya no está en esta lista.`,
    nobodys: (bib, place) =>
      `${bib} recibió el premio del puesto ${place} y ya nadie lleva ese dorsal: ¿ahora tiene otro dorsal y otro nombre?`,
    isSame: (place, bib) =>
      `${bib}, que ya nadie lleva, recibió el premio del puesto ${place}: ¿es la misma persona?`,
    same: "Sí, la misma",
    takenBack: "Devuelto",
    readOut: (names) => `Para leer: ${names}.`,
    kiosk: "Quiosco para la carpa",
  },
  final: {
    now: "Definitivo: ya se puede anunciar",
    seen: "Nadie de los vistos puede cambiarlo. No hay lista de inscritos: comprueba que no falte nadie por salir.",
    next: "Aún no es definitivo: espera a la siguiente llegada.",
    open: "No es definitivo:",
    unstarted: (count) => counted(count, { one: "no ha salido aún.", other: "no han salido aún." }),
    rivals: (count, named) =>
      `${counted(count, { one: "corredor podría", other: "corredores podrían" })} cambiarlo aún: ${named.join(", ")}${count > named.length ? ` y ${number(count - named.length)} más` : ""}.`,
  },
  arrivals: {
    loadingTitle: (product) => `${product} - Llegadas`,
    heading: (year, event) => `Llegadas de ${event} ${year}`,
    none: "No hay resultados que mostrar.",
    keys: "Con Tab se llega a los corredores, con las flechas se pasa de uno a otro y con Intro se marca como anunciado.",
    coming: (point) => `Llegan pronto, vistos en ${pointName(point)}`,
    nobodyComing: "Nadie entre este punto y la meta.",
    finished: "En la meta",
    nobodyFinished: "Aún no ha llegado nadie.",
    expected: (clock) => `hacia ${clock} en el reloj`,
    inSeconds: (seconds) => `en ${number(seconds)} s`,
    inTime: (time) => `en ${time}`,
    now: "ahora",
    late: (minutes) => `${number(minutes)} min tarde`,
    first: (groups) => `primer puesto: ${groups}`,
    clock: "Reloj de carrera",
    wave: (wave) => `Salida ${number(wave)}`,
    scheduled: "Desde la salida prevista: ninguna lectura ha dicho todavía cuándo empezó el reloj.",
    asleep:
      "Este navegador deja que la pantalla se apague: desactívalo en los ajustes del dispositivo.",
    overdue: "se esperaba antes, aún no visto",
    announced: "anunciado",
  },
  kiosk: {
    loadingTitle: (product) => `${product} - Quiosco`,
    title: (year, event) => `Quiosco de ${event} ${year}`,
    search: "Tu nombre o dorsal",
    found: (count) =>
      `${counted(count, { one: "corredor encontrado", other: "corredores encontrados" })}. Toca el tuyo o pulsa Intro para abrir el primero.`,
    nobody: "Nadie tiene este nombre o dorsal.",
    more: (count) => `y ${number(count)} más: escribe más letras del nombre.`,
    seen: "Hasta ahora",
    print: "Imprimir un ticket",
    again: "Nueva búsqueda",
    returns: (seconds) => `La búsqueda vuelve en ${number(seconds)} s.`,
    noSplits: "Ahora no se pueden cargar los parciales.",
  },
};
