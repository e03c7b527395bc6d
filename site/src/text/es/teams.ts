/** Team results, in Spanish (pages.md C13). */
import type { teams as english } from "../en/teams";

export const teams: typeof english = {
  name: "Equipo",
  points: "Puntos",
  short: ["Mujer 1", "Mujer 2", "Puesto 3", "Puesto 4"],
  members: ["Primera mujer", "Segunda mujer", "Tercera persona", "Cuarta persona"],
  rule: "Solo se numeran, por orden de puesto, quienes corren en los equipos de abajo. Los puntos son la suma de los números de las dos mejores mujeres y de las otras dos mejores personas del equipo; las demás no puntúan, pero desplazan a las de otros equipos. Gana quien menos suma y, en caso de empate, el equipo con la persona mejor clasificada.",
  disclaimer: "Los puestos se ordenan por tiempo bruto.",
};
