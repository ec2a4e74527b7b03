from dataclasses import dataclass

@dataclass
class UserDto:
    name: str
    ageYears: int
