import { testEngine } from "./engine-tests";

testEngine("webkit");
