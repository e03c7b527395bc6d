/** Alerts on this device, on a runner's page, in Spanish. */
import type { device as english } from "../en/device";

export const device: typeof english = {
  heading: "Avisos en este dispositivo",
  about: (runner) =>
    `Este dispositivo muestra una notificación cuando ${runner} pasa por un punto de control o llega a la meta. No hace falta ningún número de teléfono.`,
  on: (runner) => `Este dispositivo le avisa de ${runner}.`,
  turnOn: "Avisarme en este dispositivo",
  turnOff: "No avisarme más",
  nowOn: "Los avisos están activados.",
  nowOff: "Los avisos están desactivados.",
  denied:
    "Las notificaciones de este sitio están bloqueadas. Permítalas en los ajustes del navegador y vuelva a cargar esta página.",
  install:
    "En iPhone y iPad: toque Compartir y después «Añadir a pantalla de inicio». Abra luego desde allí la página de este corredor y active los avisos.",
  unable: "Este navegador no puede mostrar notificaciones de un sitio.",
  over: "Es demasiado tarde para activar avisos de esta carrera.",
  often: "Se ha intentado demasiadas veces. Vuelva a intentarlo más tarde.",
  failed: "No ha funcionado. Vuelva a intentarlo.",
};
