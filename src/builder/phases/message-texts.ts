import type { Phase } from '../agent-names.js';
import type { Language } from './language.js';

/** All messages of one language. */
export interface Texts {
  readonly phases: Readonly<Record<Phase, string>>;
  /** For steps other than phases; `{step}` is the name. */
  readonly other: string;
  readonly interrupted: string;
}

/** Messages for people, by language. */
export const texts: Readonly<Record<Language, Texts>> = {
  en: {
    phases: {
      analyst: 'Analysing what is asked for…',
      architect: 'Designing the architecture and writing specs…',
      'test-writer': 'Writing tests that fail first…',
      developer: 'Writing code until the tests pass…',
      qa: 'Verifying that it works…',
      reviewer: 'Reviewing the code…',
      delivery: 'Writing documentation and delivering…',
    },
    other: 'Working: {step}…',
    interrupted: 'Interrupted; what was reached is saved. Go on with --resume.',
  },
  es: {
    phases: {
      analyst: 'Analizando lo que se pide…',
      architect: 'Diseñando la arquitectura y escribiendo las especificaciones…',
      'test-writer': 'Escribiendo pruebas que primero fallan…',
      developer: 'Escribiendo código hasta que pasen las pruebas…',
      qa: 'Verificando que funciona…',
      reviewer: 'Revisando el código…',
      delivery: 'Escribiendo la documentación y entregando…',
    },
    other: 'Trabajando: {step}…',
    interrupted: 'Interrumpido; lo alcanzado está guardado. Continúe con --resume.',
  },
  pt: {
    phases: {
      analyst: 'Analisando o que se pede…',
      architect: 'Projetando a arquitetura e escrevendo as especificações…',
      'test-writer': 'Escrevendo testes que primeiro falham…',
      developer: 'Escrevendo código até os testes passarem…',
      qa: 'Verificando se funciona…',
      reviewer: 'Revisando o código…',
      delivery: 'Escrevendo a documentação e entregando…',
    },
    other: 'Trabalhando: {step}…',
    interrupted: 'Interrompido; o que foi alcançado está salvo. Continue com --resume.',
  },
  fr: {
    phases: {
      analyst: 'Analyse de la demande…',
      architect: 'Conception de l’architecture et rédaction des spécifications…',
      'test-writer': 'Écriture de tests qui échouent d’abord…',
      developer: 'Écriture du code jusqu’à ce que les tests passent…',
      qa: 'Vérification du fonctionnement…',
      reviewer: 'Relecture du code…',
      delivery: 'Rédaction de la documentation et livraison…',
    },
    other: 'En cours : {step}…',
    interrupted: 'Interrompu ; l’état atteint est enregistré. Continuez avec --resume.',
  },
  de: {
    phases: {
      analyst: 'Die Anforderungen werden untersucht…',
      architect: 'Die Architektur wird entworfen und spezifiziert…',
      'test-writer': 'Tests werden geschrieben, die zuerst scheitern…',
      developer: 'Code wird geschrieben, bis die Tests bestehen…',
      qa: 'Es wird geprüft, ob es funktioniert…',
      reviewer: 'Der Code wird begutachtet…',
      delivery: 'Die Dokumentation wird geschrieben und übergeben…',
    },
    other: 'In Arbeit: {step}…',
    interrupted: 'Unterbrochen; der Stand ist gespeichert. Weiter mit --resume.',
  },
  it: {
    phases: {
      analyst: 'Analisi della richiesta…',
      architect: 'Progettazione dell’architettura e stesura delle specifiche…',
      'test-writer': 'Scrittura di test che prima falliscono…',
      developer: 'Scrittura del codice finché i test passano…',
      qa: 'Verifica del funzionamento…',
      reviewer: 'Revisione del codice…',
      delivery: 'Stesura della documentazione e consegna…',
    },
    other: 'Al lavoro: {step}…',
    interrupted: 'Interrotto; lo stato raggiunto è salvato. Continuare con --resume.',
  },
  nl: {
    phases: {
      analyst: 'De aanvraag wordt geanalyseerd…',
      architect: 'De architectuur wordt ontworpen en gespecificeerd…',
      'test-writer': 'Tests worden geschreven die eerst falen…',
      developer: 'Code wordt geschreven tot de tests slagen…',
      qa: 'Er wordt nagegaan of het werkt…',
      reviewer: 'De code wordt beoordeeld…',
      delivery: 'De documentatie wordt geschreven en opgeleverd…',
    },
    other: 'Bezig: {step}…',
    interrupted: 'Onderbroken; de stand is opgeslagen. Ga verder met --resume.',
  },
  ru: {
    phases: {
      analyst: 'Анализ требований…',
      architect: 'Проектирование архитектуры и написание спецификаций…',
      'test-writer': 'Написание тестов, которые сначала не проходят…',
      developer: 'Написание кода, пока тесты не пройдут…',
      qa: 'Проверка работоспособности…',
      reviewer: 'Рецензирование кода…',
      delivery: 'Написание документации и передача…',
    },
    other: 'В работе: {step}…',
    interrupted: 'Прервано; достигнутое сохранено. Продолжить: --resume.',
  },
};
