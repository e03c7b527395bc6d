import { testEngine } from "./engine-tests";

testEngine("firefox");
