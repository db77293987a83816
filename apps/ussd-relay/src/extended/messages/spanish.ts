/**
 * The texts in Spanish, without the accented vowels that GSM 03.38 lacks: one of them would reduce
 * the screen to 70 characters.
 */
import type { Messages } from "./messages.js";

export const spanish: Messages = {
  chooseLanguage: "Bienvenido a Tandem Micro-Loans",
  choosePin: "Elija un PIN de 4 a 6 cifras:",
  repeatPin: "Repita el PIN:",
  pinsDiffer: "Los PIN no son iguales.",
  badPin: {
    malformed: "Un PIN tiene de 4 a 6 cifras.",
    weak: "Ese PIN se adivina con facilidad.",
  },
  registered: "Ya tiene cuenta. Marque de nuevo para empezar.",
  menu: "1. Saldo\n2. Enviar\n3. Pedir un prestamo\n4. Pagar el prestamo\n5. Historial\n6. Language",
  balance: (amount) => `Su saldo: ${amount}`,
  askRecipient: "Enviar a (numero o direccion):",
  askAmount: (currency) => `Cantidad en ${currency}:`,
  badRecipient: {
    malformed: "No es un numero ni una direccion. No se ha enviado nada.",
    checksum: "La direccion tiene un error. No se ha enviado nada.",
    zero: "Nadie tiene la direccion cero. No se ha enviado nada.",
    own: "No puede enviarse a si mismo. No se ha enviado nada.",
    unknown: "Ese numero no tiene cuenta. No se ha enviado nada.",
  },
  badAmount: "La cantidad debe ser un numero como 1.5. No se ha enviado nada.",
  amountDecimals: (decimals) => `${decimals} decimales como mucho. No se ha enviado nada.`,
  amountTooSmall: (least) => `Lo menos es ${least}. No se ha enviado nada.`,
  amountTooLarge: (most) => `Lo mas por envio es ${most}. No se ha enviado nada.`,
  dayLimit: (left) => `Hoy puede enviar ${left} mas. No se ha enviado nada.`,
  confirm: {
    transfer: (amount, to) => `Enviar ${amount} a ${to}.`,
    loan: (amount) => `Pedir un prestamo de ${amount}.`,
    repayment: (amount) => `Pagar su prestamo de ${amount}.`,
  },
  askPin: "Escriba su PIN:",
  wrongPin: (left) => `PIN incorrecto. Intentos: ${left}.`,
  locked: (minutes) => `Demasiados PIN incorrectos. Vuelva en ${minutes} min.`,
  lockedForGood: "Demasiados PIN incorrectos. Pida a su operador que le desbloquee.",
  submitted: {
    transfer: (hash) => `Envio en curso\nTx: ${hash}\nMarque de nuevo para saber si ha llegado.`,
    loan: (hash) => `Prestamo pedido\nTx: ${hash}\nMarque de nuevo para saber si ha llegado.`,
    repayment: (hash) => `Pago en curso\nTx: ${hash}\nMarque de nuevo para saber si ha llegado.`,
  },
  arrived: {
    transfer: (amount) => `Su envio de ${amount} ha llegado.`,
    loan: (amount) => `Su prestamo de ${amount} ha llegado.`,
    repayment: (amount) => `Su pago de ${amount} ha llegado.`,
  },
  failed: {
    transfer: (reason) => `Su envio ha fallado: ${reason}.`,
    loan: (reason) => `Su prestamo ha fallado: ${reason}.`,
    repayment: (reason) => `Su pago ha fallado: ${reason}.`,
  },
  refused: (reason) => `No es posible: ${reason}. No se ha enviado nada.`,
  reasons: {
    balance: "su saldo es insuficiente",
    "loan-active": "ya tiene un prestamo",
    "no-loan": "no tiene un prestamo",
    pool: "ahora no hay dinero que prestar",
    recipient: "destino no permitido",
    lost: "se ha perdido",
    other: "error del contrato",
  },
  historyTitle: "Ultimos movimientos:",
  historyEmpty: "No tiene movimientos.",
  historyLine: {
    transfer: (amount, isDone) => `Envio ${amount}${isDone ? "" : " FALLO"}`,
    loan: (amount, isDone) => `Prest. ${amount}${isDone ? "" : " FALLO"}`,
    repayment: (amount, isDone) => `Pago ${amount}${isDone ? "" : " FALLO"}`,
  },
  underWay: "Su movimiento anterior sigue en curso. Espere un minuto, por favor.",
  sessionClosed: "La sesion ha terminado. No se ha enviado nada. Marque de nuevo.",
  languageSet: "Desde ahora los menus son en español.",
  invalidChoice: "Opcion no valida. Pruebe de nuevo.",
  unavailable: "Servicio no disponible. Pruebe de nuevo mas tarde.",
  notSent: "Servicio no disponible. No se ha enviado nada. Pruebe de nuevo mas tarde.",
  uncertain:
    "No se sabe si se ha enviado. Marque de nuevo para saber si ha llegado antes de repetirlo.",
  tooMany: "Demasiadas llamadas. Espere un minuto, por favor.",
};
