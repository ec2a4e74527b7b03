import { capital, many } from './words.js';

/** FastAPI, pydantic and SQLAlchemy. @type {import('../generate-service.js').Generator} */
export const python = {
  module: (noun) => [
    [`shop/${noun}/__init__.py`, ''],
    [`shop/${noun}/router.py`, router(noun)],
    ...many(6, (index) => /** @type {const} */ ([`shop/${noun}/schemas_${index}.py`, schema(noun, index)])),
    ...many(3, (index) => /** @type {const} */ ([`shop/${noun}/models_${index}.py`, model(noun, index)])),
    ...many(3, (index) => /** @type {const} */ ([`shop/${noun}/service_${index}.py`, service(noun, index)])),
    ...many(10, (index) => /** @type {const} */ ([`shop/${noun}/logic_${index}.py`, logic(noun, index)])),
  ],
  root: (nouns) => [
    ['shop/__init__.py', ''],
    [
      'shop/main.py',
      `from fastapi import FastAPI

${nouns.map((noun) => `from shop.${noun}.router import router as ${noun}_router`).join('\n')}

app = FastAPI()
${nouns.map((noun) => `app.include_router(${noun}_router, prefix="/api/v1")`).join('\n')}
`,
    ],
  ],
};

const router = (/** @type {string} */ noun) => `"""What is asked of ${noun}s."""

from uuid import UUID

from fastapi import APIRouter, Depends, status

${many(6, (index) => `from shop.${noun}.schemas_${index} import ${capital(noun)}${index}`).join('\n')}
from shop.${noun}.service_1 import ${capital(noun)}Service1

router = APIRouter(prefix="/${noun}s", tags=["${noun}s"])
${many(
  6,
  (index) => `

@router.get("/${index}/list", response_model=list[${capital(noun)}${index}])
async def list_${index}(after: str | None = None, service: ${capital(noun)}Service1 = Depends()):
    """Lists what is known of part ${index}, newest first."""
    return await service.find_${index}(after)


@router.get("/${index}/{id}")
async def one_${index}(id: UUID, service: ${capital(noun)}Service1 = Depends()) -> ${capital(noun)}${index}:
    return await service.one_${index}(id)


@router.post("/${index}", status_code=status.HTTP_201_CREATED, response_model=${capital(noun)}${index})
async def create_${index}(body: ${capital(noun)}${index}, service: ${capital(noun)}Service1 = Depends()):
    return await service.one_${index}(body.id)
`,
).join('')}
`;

const schema = (/** @type {string} */ noun, /** @type {number} */ index) => `from datetime import datetime
from enum import Enum
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field


class ${capital(noun)}${index}State(str, Enum):
    open = "open"
    paid = "paid"
    closed = "closed"


class ${capital(noun)}${index}(BaseModel):
    """What is told of a ${noun}."""

    model_config = ConfigDict(from_attributes=True)

    id: UUID
    created_at: datetime = Field(alias="createdAt")
    state: ${capital(noun)}${index}State
    note: str | None = None
${many(12, (field) => `    point_${field}: ${field % 2 === 0 ? 'str' : 'int'} = Field(..., description="Point ${field} of the ${noun}.")`).join('\n')}
`;

const model = (
  /** @type {string} */ noun,
  /** @type {number} */ index,
) => `from sqlalchemy import Column, DateTime, Integer, String
from sqlalchemy.orm import declarative_base

Base = declarative_base()


class ${capital(noun)}Row${index}(Base):
    __tablename__ = "${noun}_${index}"

    id = Column(String, primary_key=True)
    created_at = Column(DateTime(timezone=True))
${many(16, (column) => `    column_${column} = Column(${column % 2 === 0 ? 'String' : 'Integer'}, nullable=True)`).join('\n')}
`;

const service = (/** @type {string} */ noun, /** @type {number} */ part) => `from uuid import UUID

${many(6, (index) => `from shop.${noun}.schemas_${index} import ${capital(noun)}${index}`).join('\n')}


class ${capital(noun)}Service${part}:
    """Keeps the ${noun}s of part ${part} in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, object] = {}
${many(
  6,
  (index) => `
    async def find_${index}(self, after: str | None = None) -> list[${capital(noun)}${index}]:
        found = [item for item in self.kept.values() if isinstance(item, ${capital(noun)}${index})]
        if after is None:
            return found
        return [item for item in found if item.created_at.isoformat() > after]

    async def one_${index}(self, id: UUID) -> ${capital(noun)}${index}:
        found = self.kept.get(str(id))
        if found is None:
            raise KeyError(f"There is no ${noun} {id}.")
        return found
`,
).join('')}`;

const logic = (/** @type {string} */ noun, /** @type {number} */ index) => `"""Prices of ${noun}s, part ${index}."""

from dataclasses import dataclass

LIMIT = ${index * 100}


@dataclass
class Item:
    name: str
    count: int
    price: float
${many(
  7,
  (step) => `

def step_${step}(items: list[Item], percent: float) -> float:
    """Step ${step} of pricing: what is left after a discount of \`\`percent\`\`."""
    total = 0.0
    for item in items:
        if item.count <= ${step}:
            continue
        total += item.count * item.price
    return total * (1 - percent / 100) if total > LIMIT else total
`,
).join('')}`;
